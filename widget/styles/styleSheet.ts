/** A constructed sheet of a CSS text: made once a module, shared by every widget on the page. */
export function createStyleSheet(css: string): CSSStyleSheet {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  return styleSheet;
}

/** Adds a sheet to a shadow root, once. A page's style policy does not concern it. */
export function adoptStyleSheet(root: ShadowRoot, styleSheet: CSSStyleSheet): void {
  if (!root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet);
}
