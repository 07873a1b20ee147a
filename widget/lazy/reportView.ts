import { sendClick } from '#core/referral/sendClick.ts';

/** Referrals that this page has reported. */
const reported = new Set<string>();

/** Observer of each element. It reports only the element's latest referral. */
const observers = new WeakMap<Element, IntersectionObserver>();

/**
 * Reports once to the server that a visitor has seen a partner's widget. Stores nothing on the partner's page.
 * `presence` aborts when the widget is removed; null: it is removed. Called again when the widget returns.
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
    // The browser sends the page's URL.
    sendClick(base, refferal, { host: '', utm: null });
  });
  observer.observe(element);
  observers.set(element, observer);
  presence.signal.addEventListener('abort', () => observer.disconnect());
}
