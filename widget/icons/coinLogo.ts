import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';

/** White paths on a 32 × 32 grid: path data, opacity. Empty: the icon key has no logo. */
export type CoinLogo = readonly (readonly [data: string, opacity?: string | undefined])[];

const logos = new Map<string, Signal<CoinLogo | null>>();

/** The logo of an icon key, null until it is loaded. All widgets of a page share it. */
export function getLogo(icon: string): Signal<CoinLogo | null> {
  const logo = logos.get(icon) ?? signal(null);
  logos.set(icon, logo);
  return logo;
}

/** Reads the logos of prerendered markup, so that hydration renders the same and loads nothing. */
export function readPrerenderedLogos(mountPoint: Element): void {
  for (const coin of mountPoint.querySelectorAll<SVGElement>('.coin'))
    getLogo(coin.dataset['icon'] ?? '').value = [...coin.querySelectorAll('path')].map(path => {
      const [data = '', opacity] = ['d', 'fill-opacity'].map(name => path.getAttribute(name) ?? undefined);
      return [data, opacity];
    });
}
