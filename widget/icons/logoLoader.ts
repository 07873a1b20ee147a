import { importWithRetry } from '#core/importWithRetry.ts';
import { getLogo } from './coinLogo.ts';
import type { CoinLogo } from './coinLogo.ts';

/** Icon key → its logo, one chunk each. */
export const LOGO_IMPORTS: Readonly<Record<string, () => Promise<{ logo: CoinLogo }>>> = {
  ada: () => import('./logos/ada.ts'),
  bch: () => import('./logos/bch.ts'),
  bnb: () => import('./logos/bnb.ts'),
  btc: () => import('./logos/btc.ts'),
  dash: () => import('./logos/dash.ts'),
  doge: () => import('./logos/doge.ts'),
  eth: () => import('./logos/eth.ts'),
  ltc: () => import('./logos/ltc.ts'),
  sol: () => import('./logos/sol.ts'),
  ton: () => import('./logos/ton.ts'),
  trx: () => import('./logos/trx.ts'),
  usdc: () => import('./logos/usdc.ts'),
  usdt: () => import('./logos/usdt.ts'),
  xmr: () => import('./logos/xmr.ts'),
  xrp: () => import('./logos/xrp.ts'),
};

/** Loads the logo of an icon key when `element` becomes visible. Without a logo the letters stay. */
export function loadLogoWhenVisible(icon: string, element: Element): void {
  const importLogo = LOGO_IMPORTS[icon];
  if (!importLogo) {
    getLogo(icon).value = [];
    return;
  }
  // A removed element never becomes visible, so its observer is collected with it.
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return;
    observer.disconnect();
    importWithRetry(importLogo).then(
      ({ logo }) => (getLogo(icon).value = logo),
      () => undefined,
    );
  });
  observer.observe(element);
}
