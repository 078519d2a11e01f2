extension PhotoPage {
  /// The style sheet: as many columns as fit, in the browser's dark or light colours.
  ///
  /// With one column, a photo has its own shape. With several, rows have boxes of one shape, and no
  /// photo is cropped.
  static let style = """
    :root {
      --page: #fff; --text: #1b1b1b; --dim: #595959; --link: #0b57d0; --box: #f0f0f0;
    }
    @media (prefers-color-scheme: dark) {
      :root { --page: #141414; --text: #ededed; --dim: #a6a6a6; --link: #a3c4ff; --box: #1f1f1f; }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 120rem; padding: 1.5rem clamp(1rem, 3vw, 3rem) 3rem;
      background: var(--page); color: var(--text);
      font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
    header p { color: var(--dim); }
    h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
    ul {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));
      gap: 2.25rem 1.5rem; margin: 1rem 0 0; padding: 0; list-style: none;
    }
    figure { margin: 0; break-inside: avoid; }
    img {
      display: block; width: 100%; height: auto; border-radius: .375rem; background: var(--box);
    }
    @media (min-width: 50rem) { img { aspect-ratio: 3 / 2; object-fit: contain; } }
    figcaption { margin-top: .625rem; }
    figcaption p { margin: 0 0 .25rem; color: var(--dim); font-size: .875rem; }
    figcaption p[dir] { color: inherit; font-size: inherit; }
    @media print {
      body { padding: 0; max-width: none; }
      ul { display: block; columns: 2; column-gap: 1rem; }
      li { break-inside: avoid; padding-bottom: 1.25rem; }
      img { width: auto; max-width: 100%; max-height: 10cm; aspect-ratio: auto; }
    }
    a { color: var(--link); text-underline-offset: .15em; }
    a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    """
}
