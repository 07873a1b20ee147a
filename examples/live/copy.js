/** Copies an element's text, or selects it if the clipboard is blocked. `statusLine` shows the result. */
export async function copyText(element, statusLine) {
  // Cleared, so that screen readers announce a repeated message.
  statusLine.textContent = '';
  try {
    await navigator.clipboard.writeText(element.textContent);
    statusLine.textContent = 'Код скопирован';
  } catch {
    getSelection().selectAllChildren(element);
    element.focus();
    statusLine.textContent = 'Код выделен: скопируйте его сами';
  }
}
