import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import { INITIAL_CURRENCIES } from '#server/exchange/catalogue/initialCatalogue.ts';

afterEach(cleanup);

/** The hues of the best known coins' own colours, degrees of OKLCH. */
const OWN_HUES = { btc: 63, eth: 275, usdt: 166, trx: 25, ton: 240, usdc: 257, bnb: 85, xmr: 46, bch: 130 };

function readIcon(currency: { icon: string; name: string; kind: 'crypto' | 'bank' | 'system' | 'cash' }) {
  const { container } = render(<CurrencyIcon currency={currency} />);
  const shape = container.querySelector('rect');
  const fill = shape?.getAttribute('fill') ?? '';
  const [, hue = ''] = /^oklch\(0\.44 0\.09 (\d+)\)$/.exec(fill) ?? [];
  return { corner: shape?.getAttribute('rx'), hue: Number(hue) };
}

const measureDistance = (hue: number, other: number) => {
  const distance = Math.abs(hue - other) % 360;
  return Math.min(distance, 360 - distance);
};

test('every coin is a circle, and everything else a rounded square', () => {
  for (const { icon, direction, kind } of INITIAL_CURRENCIES)
    expect(readIcon({ icon, name: direction, kind }).corner, icon).toBe(kind === 'crypto' ? '16' : '9');
});

test('the best known coins have nearly their own hues', () => {
  for (const [icon, own] of Object.entries(OWN_HUES)) {
    const { hue } = readIcon({ icon, name: icon, kind: 'crypto' });
    expect(measureDistance(hue, own), `${icon}: ${hue}`).toBeLessThanOrEqual(40);
  }
});

test('banks can be told apart by their hues', () => {
  const hues = INITIAL_CURRENCIES.filter(({ kind }) => kind === 'bank').map(
    ({ icon, direction: name, kind }) => readIcon({ icon, name, kind }).hue,
  );
  for (const [index, hue] of hues.entries())
    for (const other of hues.slice(0, index)) expect(measureDistance(hue, other)).toBeGreaterThan(20);
});
