/** A constructed sheet of a CSS text: made once a module, shared by every widget on the page. */
export function sheet(css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/** Adds sheets to a shadow root, each once, in order. A page's style policy does not concern them. */
export function adopt(root: ShadowRoot, ...sheets: readonly CSSStyleSheet[]): void {
  const missing = sheets.filter(one => !root.adoptedStyleSheets.includes(one));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}
