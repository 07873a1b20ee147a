/**
 * Runs after the press that is going on in the element's widget, or else in the next task: what moves between a press and
 * its release loses the click.
 */
export function runAfterPointerUp(element: Element, callback: () => void): void {
  const schedule = () => setTimeout(callback);
  if (!(element.getRootNode() as ParentNode).querySelector(':active')) return void schedule();
  const listeners = new AbortController();
  for (const name of ['pointerup', 'pointercancel'])
    addEventListener(
      name,
      () => {
        listeners.abort();
        schedule();
      },
      { capture: true, signal: listeners.signal },
    );
}
