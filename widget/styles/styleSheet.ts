/** Creates a constructable style sheet. Each module creates one and all widgets of the page share it. */
export function createStyleSheet(css: string): CSSStyleSheet {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  return styleSheet;
}

/** Adds a sheet to a shadow root unless it is there. The page's `style-src` does not apply to it. */
export function adoptStyleSheet(root: ShadowRoot, styleSheet: CSSStyleSheet): void {
  if (!root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet);
}
