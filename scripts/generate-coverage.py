#!/usr/bin/env python3
"""Writes Sources/Imaging/AsciiCoverage.swift: how much of each part of a cell a character inks.

The shapes are those of scripts/6x13.bdf, the X Window System's "fixed" font (misc-fixed 6x13), which
its authors have placed in the public domain.
"""

import os

COLUMNS, ROWS = 2, 4
FOLDER = os.path.dirname(os.path.abspath(__file__))

HEADER = '''\
/// How much of each of the 2 × 4 parts of a cell a printable ASCII character inks.
///
/// Made by `scripts/generate-coverage.py` from the shapes of misc-fixed 6x13, a public domain font.
enum AsciiCoverage {
  /// U+0020 and what follows, up to U+007E: a byte for each part, of 255, the part at the top left
  /// being the lowest.
  static let table: [UInt64] = [
'''


def glyphs(path):
    """Yields each glyph's number and its rows, as lists of 0 and 1."""
    with open(path, encoding="ascii") as file:
        lines = iter(file.read().split("\n"))
    number = width = None
    for line in lines:
        if line.startswith("ENCODING "):
            number = int(line.split()[1])
        elif line.startswith("BBX "):
            width, height = (int(word) for word in line.split()[1:3])
        elif line == "BITMAP":
            rows = [next(lines) for _ in range(height)]
            bits = [int(row, 16) << 8 >> len(row) * 4 for row in rows]
            yield number, [[row >> 7 - x & 1 for x in range(width)] for row in bits]


def share(begin, end, pixel):
    """How much of a pixel lies between two places."""
    return max(0, min(end, pixel + 1) - max(begin, pixel))


def coverage(rows):
    """The inked share of each part."""
    height, width = len(rows), len(rows[0])
    for row in range(ROWS):
        for column in range(COLUMNS):
            top, left = row * height / ROWS, column * width / COLUMNS
            inked = sum(
                rows[y][x]
                * share(top, top + height / ROWS, y)
                * share(left, left + width / COLUMNS, x)
                for y in range(height)
                for x in range(width)
            )
            yield inked * ROWS * COLUMNS / (height * width)


def main():
    words = {}
    for number, rows in glyphs(os.path.join(FOLDER, "6x13.bdf")):
        values = [round(value * 255) for value in coverage(rows)]
        words[number] = sum(value << 8 * part for part, value in enumerate(values))
    lines = []
    for first in range(0x20, 0x7F, 4):
        numbers = range(first, min(first + 4, 0x7F))
        lines.append("    " + ", ".join(f"0x{words[number]:016X}" for number in numbers) + ",\n")
    path = os.path.join(FOLDER, "..", "Sources", "Imaging", "AsciiCoverage.swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER + "".join(lines) + "  ]\n}\n")


if __name__ == "__main__":
    main()
