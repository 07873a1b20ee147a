/** Styles of a printed or saved document, which has none of the page's. */
const DOCUMENT_STYLES = `
  body { margin: 24px; font: 14px/1.5 system-ui, sans-serif; color: #000; background: #fff; }
  h3 { font-size: 20px; margin: 0 0 12px; }
  h4 { font-size: 15px; margin: 20px 0 4px; }
  dl { margin: 0; }
  dl > div { display: flex; justify-content: space-between; gap: 24px; padding: 4px 0; border-bottom: 1px solid #ccc; }
  dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; min-width: 0; }
  dt { flex: none; }
  a { display: block; color: inherit; }
`;

/** Prints one element in a separate frame, so that the host page is neither changed nor printed. */
export function printElement(element: HTMLElement): void {
  const frame = document.createElement('iframe');
  frame.title = 'Печать';
  frame.hidden = true;
  element.after(frame);
  const { contentWindow: printWindow, contentDocument: printDocument } = frame;
  if (!printWindow || !printDocument) return frame.remove();
  // A constructed sheet belongs to one document. Sheets set by script are not subject to `style-src`.
  const printSheet = new (printWindow as Window & typeof globalThis).CSSStyleSheet();
  printSheet.replaceSync(DOCUMENT_STYLES);
  printDocument.adoptedStyleSheets = [printSheet];
  printDocument.documentElement.lang = 'ru';
  printDocument.title = getDocumentTitle(element);
  printDocument.body.append(printDocument.importNode(element, true));
  printWindow.addEventListener('afterprint', () => frame.remove());
  printWindow.print();
}

/** Formats one element as an HTML document that needs no other file. */
export function formatDocument(element: HTMLElement): string {
  const title = document.createElement('title');
  title.textContent = getDocumentTitle(element);
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${title.outerHTML}
<style>${DOCUMENT_STYLES}</style>
${element.outerHTML}
</html>
`;
}

/** Saves one element as an HTML file. */
export function saveElement(element: HTMLElement, fileName: string): void {
  const url = URL.createObjectURL(new Blob([formatDocument(element)], { type: 'text/html' }));
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  // Safari reads the address only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const getDocumentTitle = (element: HTMLElement) => element.querySelector('h3')?.textContent ?? '';
