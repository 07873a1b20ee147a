const style = `
  body { margin: 24px; font: 14px/1.5 system-ui, sans-serif; color: #000; background: #fff; }
  h3 { font-size: 20px; margin: 0 0 12px; }
  h4 { font-size: 15px; margin: 20px 0 4px; }
  dl { margin: 0; }
  dl > div { display: flex; justify-content: space-between; gap: 24px; padding: 4px 0; border-bottom: 1px solid #ccc; }
  dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
`;

/** Prints one element alone: in a frame of its own, so that nothing of the page around is touched or printed. */
export function print(element: HTMLElement): void {
  const frame = document.createElement('iframe');
  frame.title = 'Печать';
  frame.hidden = true;
  element.after(frame);
  const { contentWindow: page, contentDocument: paper } = frame;
  if (!page || !paper) return frame.remove();
  // A sheet belongs to the document that made it. Set from script, a page's style policy does not concern it.
  const sheet = new (page as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(style);
  paper.adoptedStyleSheets = [sheet];
  paper.documentElement.lang = 'ru';
  paper.title = element.querySelector('h3')?.textContent ?? '';
  paper.body.append(paper.importNode(element, true));
  page.addEventListener('afterprint', () => frame.remove());
  page.print();
}
