#!/usr/bin/env python3
"""Writes Sources/Base/Canvas/ScalarWidth.swift: how many columns each Unicode scalar takes.

Rules, which are those of glibc's wcwidth(): nonspacing and enclosing marks, format characters and
Hangul vowels and trailing consonants take none; East Asian Wide and Fullwidth take two. What
Python's own Unicode data does not know yet comes from the wcwidth package (pip install wcwidth).
"""

import os
import unicodedata

import wcwidth

LINE = 10
# Format characters that are drawn, before the number or word they belong to.
PREPENDED = {0xAD, *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
# Wide since Unicode 16; glibc was there first.
WIDE = {*range(0x3248, 0x3250), *range(0x4DC0, 0x4E00)}


def width(code):
    character = chr(code)
    category = unicodedata.category(character)
    if category in ("Cc", "Cs"):
        return 0
    if code in PREPENDED:
        return 1
    if category in ("Mn", "Me", "Cf"):
        return 0
    if 0x1160 <= code <= 0x11FF or 0xD7B0 <= code <= 0xD7FB:
        return 0
    if category == "Cn":
        return max(0, wcwidth.wcwidth(character))
    wide = code in WIDE or unicodedata.east_asian_width(character) in "WF"
    return 2 if wide else 1


def main():
    changes = []
    last = None
    for code in range(0x110000):
        value = width(code)
        if value != last:
            changes.append(f"0x{code << 2 | value:X}")
        last = value
    rows = [", ".join(changes[i : i + LINE]) for i in range(0, len(changes), LINE)]
    target = os.path.join(os.path.dirname(__file__), "../Sources/Base/Canvas/ScalarWidth.swift")
    with open(target, "w", encoding="utf-8") as file:
        file.write(
            f"""// Written by scripts/generate-widths.py from Unicode {unicodedata.unidata_version} \
(and {wcwidth.list_versions()[-1]} for newer characters).

/// The columns of a Unicode scalar: 0, 1 or 2, equal to glibc's `wcwidth()`.
enum ScalarWidth {{
  static func of(_ scalar: UInt32) -> Int {{
    // Latin; Greek and Cyrillic letters.
    if scalar < 0x300 {{ return scalar < 0x20 || (0x7F..<0xA0).contains(scalar) ? 0 : 1 }}
    if (0x370..<0x483).contains(scalar) {{ return 1 }}
    var low = 0
    var high = changes.count
    while high - low > 1 {{
      let middle = (low + high) / 2
      if changes[middle] >> 2 <= scalar {{ low = middle }} else {{ high = middle }}
    }}
    return Int(changes[low] & 3)
  }}

  /// The first scalar of each run of equal widths: `scalar << 2 | width`, ascending.
  private static let changes: [UInt32] = [
"""
        )
        for row in rows:
            file.write(f"    {row},\n")
        file.write("  ]\n}\n")


main()
