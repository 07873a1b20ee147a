/** Puts an element's text on the clipboard, or selects it where the clipboard is blocked; says in `said` which it was. */
export async function copy(element, said) {
  // Said again when it was said before.
  said.textContent = '';
  try {
    await navigator.clipboard.writeText(element.textContent);
    said.textContent = 'Код скопирован';
  } catch {
    getSelection().selectAllChildren(element);
    element.focus();
    said.textContent = 'Код выделен: скопируйте его сами';
  }
}
