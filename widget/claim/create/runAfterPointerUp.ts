/**
 * Runs the callback after the current pointer press inside the widget, else in the next task. A layout shift between
 * press and release would lose the click.
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
