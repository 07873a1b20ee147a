/** Letters as SVG paths on a 36 × 36 grid. Drawn for this project; no brand logos. */
const GLYPH_PATHS = {
  T: 'M12 13h12M18 13v11',
  B: 'M14 12v12h5.2a3.3 3.3 0 0 0 0-6.6H14h4.6a2.7 2.7 0 0 0 0-5.4Z',
  E: 'M23 12h-8.5v12H23M14.5 18h7',
  L: 'M14.5 12v12h8',
  X: 'M13 12l10 12M23 12 13 24',
  R: 'M15.5 25V11.5h4.2a3.6 3.6 0 0 1 0 7.2H13M13 22h7',
  C: 'M23 14.2a6.2 6.2 0 1 0 0 7.6',
  A: 'm12.5 24.5 5.5-13 5.5 13M14.6 20h6.8',
  M: 'M12.5 24V12l5.5 7 5.5-7v12',
  S: 'M22.5 13.8c-1-1.2-2.6-1.8-4.3-1.8-2.4 0-4 1.1-4 2.9 0 4.2 8.6 1.9 8.6 6.2 0 1.9-1.8 3-4.4 3-2 0-3.8-.7-4.9-2.1',
  N: 'M13 24V12l10 12V12',
  P: 'M12 14h12M12 18h8M12 22h12',
  D: 'M14 12v12h3.5a6 6 0 0 0 0-12Z',
  V: 'm12.5 12 5.5 12 5.5-12',
};

/** Icon key of a currency → its letter, its hue in degrees, and 1 for bank money (drawn as a square). */
const ICONS: Readonly<Record<string, readonly [keyof typeof GLYPH_PATHS, number, 1?]>> = {
  usdt: ['T', 165],
  usdc: ['C', 250],
  btc: ['B', 65],
  bch: ['B', 140],
  eth: ['E', 285],
  ltc: ['L', 240],
  doge: ['D', 90],
  dash: ['D', 245],
  xmr: ['M', 40],
  trx: ['T', 20],
  xrp: ['X', 215],
  ton: ['N', 225],
  sol: ['S', 310],
  ada: ['A', 260],
  bnb: ['B', 95],
  sber: ['C', 150, 1],
  tbank: ['T', 95, 1],
  alfa: ['A', 25, 1],
  vtb: ['V', 255, 1],
  sbp: ['P', 330, 1],
  cash: ['R', 110, 1],
};

/** The icon of a currency; a plain coin for an unknown key. */
export function CurrencyIcon({ icon }: { icon: string }) {
  const [glyph, hue, isBank] = ICONS[icon] ?? [undefined, 120];
  return (
    <svg
      // A class, because a Content-Security-Policy blocks a style attribute in prerendered markup.
      className={`coin hue-${hue}`}
      width="36"
      height="36"
      viewBox="0 0 36 36"
      aria-hidden="true"
    >
      {isBank ? (
        <rect width="36" height="36" rx="10" />
      ) : (
        <>
          <circle cx="18" cy="18" r="18" />
          <circle cx="18" cy="18" r="14.5" />
        </>
      )}
      <path d={glyph ? GLYPH_PATHS[glyph] : 'M18 17.9v.2'} />
    </svg>
  );
}
