import { matchRoutes, type RouteObject } from 'react-router';

/** SPEC §9: at most so many routes are preloaded at once. */
const AT_ONCE = 5;

/** What loads a route; the same function for the same route. */
type Load = () => Promise<unknown>;

/** Runs each of the loads that it is given once, at most five at a time; a failure is left to whoever opens the route. */
export function queue(): (load: Load) => void {
  const known = new Set<Load>();
  const waiting: Load[] = [];
  let running = 0;
  function next(): void {
    const load = running < AT_ONCE ? waiting.shift() : undefined;
    if (!load) return;
    running++;
    void run(load);
    next();
  }
  async function run(load: Load): Promise<void> {
    try {
      await load();
    } catch {
      known.delete(load);
    }
    running--;
    next();
  }
  return load => {
    if (known.has(load)) return;
    known.add(load);
    waiting.push(load);
    next();
  };
}

/** Whether the visitor pays for every byte, or waits for it. */
function thrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

/** Loads the routes that links lead to, when a link is seen, focused or pointed at; on a poor connection none. */
export function watch(routes: RouteObject[]): void {
  const add = queue();
  function preload(link: HTMLAnchorElement): void {
    if (link.origin !== location.origin || link.pathname === location.pathname || thrifty()) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      if (typeof route.lazy === 'function' && route.path !== '*') add(route.lazy);
  }

  const pointed = (event: Event) => {
    const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
    if (link) preload(link);
  };
  document.addEventListener('pointerover', pointed, { passive: true });
  document.addEventListener('focusin', pointed);

  const seen = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      preload(target as HTMLAnchorElement);
    }
  });
  const observe = (root: ParentNode) => root.querySelectorAll('a').forEach(link => seen.observe(link));
  observe(document);
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (node instanceof HTMLAnchorElement) seen.observe(node);
        else if (node instanceof Element) observe(node);
      }
  }).observe(document.body, { childList: true, subtree: true });
}
