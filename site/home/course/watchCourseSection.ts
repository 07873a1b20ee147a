import { importWithRetry } from '#core/importWithRetry.ts';
import type { AppContext } from '../../shell/appContext.ts';

/** Distance from the viewport at which the section is loaded. */
const LOAD_MARGIN = '300px';

/**
 * Shows the course over time in the home page's empty `.course-section` when that comes near the viewport. It is a React
 * root of its own: none of its code, and only the empty element, is part of the page's first script.
 */
export function watchCourseSection(appContext: AppContext): void {
  const observed = new WeakSet<Element>();
  let shown: { place: Element; unmount: () => void } | null = null;

  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        void show(target);
      }
    },
    { rootMargin: LOAD_MARGIN },
  );

  async function show(place: Element): Promise<void> {
    const [module] = await Promise.all([
      importWithRetry(() => import('./mountCourseSection.tsx')).catch(() => null),
      // The section has the pair of the form.
      customElements.whenDefined('exchange-widget'),
    ]);
    if (!place.isConnected) return;
    if (module) shown = { place, unmount: module.mountCourseSection(place, appContext) };
    // Offline: the rest of the page is complete without it.
    else place.setAttribute('hidden', '');
  }

  function findPlace(): void {
    if (shown && !shown.place.isConnected) {
      shown.unmount();
      shown = null;
    }
    const place = document.querySelector('.course-section');
    if (!place || observed.has(place)) return;
    observed.add(place);
    observer.observe(place);
  }
  findPlace();
  // The router replaces the page's content.
  new MutationObserver(findPlace).observe(document.body, { childList: true, subtree: true });
}
