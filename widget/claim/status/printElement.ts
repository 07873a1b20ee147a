const PRINT_STYLES = `
  body { margin: 24px; font: 14px/1.5 system-ui, sans-serif; color: #000; background: #fff; }
  h3 { font-size: 20px; margin: 0 0 12px; }
  h4 { font-size: 15px; margin: 20px 0 4px; }
  dl { margin: 0; }
  dl > div { display: flex; justify-content: space-between; gap: 24px; padding: 4px 0; border-bottom: 1px solid #ccc; }
  dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
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
  printSheet.replaceSync(PRINT_STYLES);
  printDocument.adoptedStyleSheets = [printSheet];
  printDocument.documentElement.lang = 'ru';
  printDocument.title = element.querySelector('h3')?.textContent ?? '';
  printDocument.body.append(printDocument.importNode(element, true));
  printWindow.addEventListener('afterprint', () => frame.remove());
  printWindow.print();
}
