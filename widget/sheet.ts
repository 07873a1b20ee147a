/** A constructed sheet of a CSS text: made once a module, shared by every widget on the page. */
export function sheet(css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/** Adds a sheet to a shadow root, once. A page's style policy does not concern it. */
export function adopt(root: ShadowRoot, sheet: CSSStyleSheet): void {
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
