/** Puts an element's text on the clipboard, or selects it where the clipboard is blocked; says in `statusLine` which it was. */
export async function copyText(element, statusLine) {
  // Said again when it was said before.
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
