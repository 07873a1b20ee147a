import { sendClick } from '#core/referral/sendClick.ts';

/** Referrals that this page has reported. */
const reported = new Set<string>();

/** What waits for an element to be seen: only its latest referral counts. */
const observers = new WeakMap<Element, IntersectionObserver>();

/**
 * Tells the server once that a visitor has seen a partner's widget. Nothing is stored on the partner's page. `presence`
 * aborts when the widget is removed; null: it is. A widget that is back asks for the report again.
 */
export function reportView(
  element: Element,
  base: string,
  refferal: string,
  presence: AbortController | null,
): void {
  observers.get(element)?.disconnect();
  if (!presence || reported.has(refferal)) return;
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    // Another widget of the page may have been seen first.
    if (reported.has(refferal)) return;
    reported.add(refferal);
    // The browser names the page.
    sendClick(base, refferal, { host: '', utm: null });
  });
  observer.observe(element);
  observers.set(element, observer);
  presence.signal.addEventListener('abort', () => observer.disconnect());
}
