/**
 * Runs after the press that is going on in the element's widget, or else in the next task: what moves between a press and
 * its release loses the click.
 */
export function afterPress(element: Element, run: () => void): void {
  const soon = () => setTimeout(run);
  if (!(element.getRootNode() as ParentNode).querySelector(':active')) return void soon();
  const released = new AbortController();
  for (const name of ['pointerup', 'pointercancel'])
    addEventListener(
      name,
      () => {
        released.abort();
        soon();
      },
      { capture: true, signal: released.signal },
    );
}
