/** What React keeps of a root in its container. The key has a random suffix. */
interface RootFiber {
  stateNode: { current: { memoizedState: { isDehydrated: boolean; element: unknown } } };
}

/**
 * Runs in the page. Whether React has committed its root in `container`: in the document, or in the shadow root of
 * `host`. React marks the elements before the commit, while it renders them in parts.
 */
export function isRootHydrated(container: string, host?: string): boolean {
  const scope = host === undefined ? document : document.querySelector(host)?.shadowRoot;
  const element = scope?.querySelector(container);
  const key = Object.keys(element ?? {}).find(name => name.startsWith('__reactContainer'));
  if (!element || key === undefined) return false;
  const fiber = (element as unknown as Record<string, RootFiber>)[key];
  const state = fiber?.stateNode.current.memoizedState;
  return state?.isDehydrated === false && state.element !== null;
}
