import { sendClick } from '#core/referral/sendClick.ts';

/** Referrals that this page has reported. */
const reported = new Set<string>();

/** Tells the server once that a visitor has seen a partner's widget. Nothing is stored on the partner's page. */
export function reportView(element: Element, base: string, refferal: string): void {
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    if (reported.has(refferal)) return;
    reported.add(refferal);
    // The browser names the page.
    sendClick(base, refferal, { host: '', utm: null });
  });
  observer.observe(element);
}
