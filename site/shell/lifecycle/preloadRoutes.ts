import { matchRoutes, type RouteObject } from 'react-router';

/** Maximum number of concurrent preloads. */
const MAX_PARALLEL_PRELOADS = 5;

/** Loads a route; the same function for the same route. */
type RouteLoader = () => Promise<unknown>;

/** Runs each load once, at most five at a time. Ignores errors: navigation to the route reports them. */
export function createPreloadQueue(): (load: RouteLoader) => void {
  const enqueuedLoaders = new Set<RouteLoader>();
  const pendingLoaders: RouteLoader[] = [];
  let runningCount = 0;
  function startNext(): void {
    const load = runningCount < MAX_PARALLEL_PRELOADS ? pendingLoaders.shift() : undefined;
    if (!load) return;
    runningCount++;
    void runLoader(load);
    startNext();
  }
  async function runLoader(load: RouteLoader): Promise<void> {
    try {
      await load();
    } catch {
      enqueuedLoaders.delete(load);
    }
    runningCount--;
    startNext();
  }
  return load => {
    if (enqueuedLoaders.has(load)) return;
    enqueuedLoaders.add(load);
    pendingLoaders.push(load);
    startNext();
  };
}

/** Whether the connection is metered or slow. */
function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

/** Preloads the routes of links that become visible, focused or hovered; nothing on a metered or slow connection. */
export function preloadLinkedRoutes(routes: RouteObject[]): void {
  const enqueue = createPreloadQueue();
  function preloadLink(link: HTMLAnchorElement): void {
    if (link.origin !== location.origin || link.pathname === location.pathname || isSavingData()) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      if (typeof route.lazy === 'function' && route.path !== '*') enqueue(route.lazy);
  }

  const onPointerOrFocus = (event: Event) => {
    const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
    if (link) preloadLink(link);
  };
  document.addEventListener('pointerover', onPointerOrFocus, { passive: true });
  document.addEventListener('focusin', onPointerOrFocus);

  const visiblePaths = new Set<string>();
  const visibilityObserver = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      visibilityObserver.unobserve(target);
      const link = target as HTMLAnchorElement;
      if (visiblePaths.has(link.pathname)) continue;
      visiblePaths.add(link.pathname);
      // A task each: matching a path takes milliseconds on a phone.
      setTimeout(preloadLink, 0, link);
    }
  });
  const observeLinks = (root: ParentNode) =>
    root.querySelectorAll('a').forEach(link => visibilityObserver.observe(link));
  observeLinks(document);
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (node instanceof HTMLAnchorElement) visibilityObserver.observe(node);
        else if (node instanceof Element) observeLinks(node);
      }
  }).observe(document.body, { childList: true, subtree: true });
}
