import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Direction, CurrencyItem } from '#core/contract/calculator.ts';
import { resolvePair } from '#core/exchange/pair.ts';
import type { RequestedPair, PairDefaults } from '#core/exchange/pair.ts';

const CLOSED_REASON = { code: 'direction_closed', detail: 'Закрыто' };
const open = { send: null, receive: null };

function createItem(id: number, code: string, more: Partial<CurrencyItem> = {}): CurrencyItem {
  const plain = { name: code, network: null, group: '', icon: '', decimals: 2, cities: [], aliases: [] };
  return { id, code, ticker: code, kind: 'crypto', closed: open, ...plain, ...more };
}

const cities = [
  { code: 'MSK', name: 'Москва' },
  { code: 'KZN', name: 'Казань' },
];
const items = {
  tron: createItem(1, 'USDTTRC20', { aliases: ['USDT', 'USDTTRC'] }),
  ethereum: createItem(2, 'USDTERC20', { aliases: ['USDTERC'] }),
  btc: createItem(3, 'BTC', { aliases: ['XBT'] }),
  ton: createItem(4, 'TON', { aliases: ['TONCOIN'] }),
  xmr: createItem(5, 'XMR', { closed: { send: CLOSED_REASON, receive: CLOSED_REASON } }),
  sber: createItem(6, 'SBERRUB', { kind: 'bank', aliases: ['SBER'] }),
  sbp: createItem(7, 'SBPRUB', { kind: 'system', aliases: ['SBP'] }),
  cash: createItem(8, 'CASHRUB', { kind: 'cash', cities }),
};

function createDirection(name: string, ...ownItems: CurrencyItem[]): Direction {
  const ids = ownItems.map(entry => entry.id);
  return { ids, name, send: { visible: true }, receive: { visible: true }, items: ownItems };
}

const directions = [
  createDirection('Tether', items.tron, items.ethereum),
  createDirection('Bitcoin', items.btc),
  createDirection('Toncoin', items.ton),
  createDirection('Monero', items.xmr),
  createDirection('Сбербанк', items.sber),
  createDirection('СБП', items.sbp),
  createDirection('Наличные', items.cash),
];
const defaults = { from: 'USDTTRC20', to: 'SBERRUB' };

function choosePairCodes(requested: RequestedPair, known: PairDefaults = { defaults }, list = directions) {
  const chosen = resolvePair(requested, list, known);
  if (!chosen) throw new Error('no pair');
  const { from, to, city, replaced } = chosen;
  return { from: from.code, to: to.code, city, replaced };
}

describe('a requested pair', () => {
  test.each([
    ['BTC', 'SBERRUB', 'BTC', 'SBERRUB'],
    ['btc', 'sberrub', 'BTC', 'SBERRUB'],
    [' ton ', 'SbpRub', 'TON', 'SBPRUB'],
    ['USDTTRC', 'SBER', 'USDTTRC20', 'SBERRUB'],
    ['xbt', 'toncoin', 'BTC', 'TON'],
    ['SBERRUB', 'BTC', 'SBERRUB', 'BTC'],
    ['USDTTRC20', 'USDTERC20', 'USDTTRC20', 'USDTERC20'],
  ])('%s → %s resolves to %s → %s without a notice', (from, to, fromCode, toCode) => {
    expect(choosePairCodes({ from, to })).toEqual({ from: fromCode, to: toCode, city: null, replaced: [] });
  });

  test('defaults if nothing is requested', () => {
    expect(choosePairCodes({})).toEqual({ from: 'USDTTRC20', to: 'SBERRUB', city: null, replaced: [] });
    expect(choosePairCodes({ from: '', to: ' ' }).replaced).toEqual([]);
  });

  test.each([
    ['USDTTRC20', 'SBERRUB', 'USDTTRC20'],
    ['BTC', 'USDTTRC20', 'BTC'],
    ['SBPRUB', 'USDTTRC20', 'SBPRUB'],
  ])('picks the send currency for a receive currency alone: for %s, %s', (to, from, same) => {
    expect(choosePairCodes({ to })).toEqual({ from, to: same, city: null, replaced: [] });
  });

  test('falls back to the first visible pair of fiat and crypto', () => {
    expect(choosePairCodes({}, {})).toMatchObject({ from: 'USDTTRC20', to: 'SBERRUB' });
    expect(choosePairCodes({ from: 'SBERRUB' }, {})).toMatchObject({ from: 'SBERRUB', to: 'USDTTRC20' });
  });
});

describe('an unavailable pair', () => {
  test.each([
    ['USDTTRC2O', 'SBERRUB', 'USDTTRC20', 'SBERRUB'],
    ['USDTTRC200', 'SBERRUB', 'USDTTRC20', 'SBERRUB'],
    ['USDTERC2', 'SBERRUB', 'USDTERC20', 'SBERRUB'],
    ['BTCC', 'SBERBANK', 'BTC', 'SBERRUB'],
    ['TONN', 'SBPRU', 'TON', 'SBPRUB'],
    ['CASHRUBMSK', 'BTC', 'CASHRUB', 'BTC'],
  ])('%s → %s resolves to the nearest pair %s → %s', (from, to, fromCode, toCode) => {
    expect(choosePairCodes({ from, to })).toMatchObject({ from: fromCode, to: toCode });
    expect(choosePairCodes({ from, to }).replaced.length).toBeGreaterThan(0);
  });

  test('lists each replaced code with its replacement', () => {
    expect(choosePairCodes({ from: 'NOSUCHCOIN', to: 'sberrubb' }).replaced).toEqual([
      { side: 'from', wanted: 'NOSUCHCOIN', chosen: 'USDTTRC20' },
      { side: 'to', wanted: 'sberrubb', chosen: 'SBERRUB' },
    ]);
  });

  test('is replaced by an open one if closed', () => {
    expect(choosePairCodes({ from: 'XMR', to: 'SBERRUB' })).toMatchObject({
      from: 'USDTTRC20',
      replaced: [{ side: 'from', wanted: 'XMR', chosen: 'USDTTRC20', closed: CLOSED_REASON }],
    });
  });

  test.each([
    ['the same currency twice', 'BTC', 'BTC', 'SBERRUB'],
    ['fiat for fiat', 'SBERRUB', 'SBPRUB', 'USDTTRC20'],
  ])('is replaced by the default or the first if it is %s', (_, from, to, chosen) => {
    const result = choosePairCodes({ from, to });
    expect([result.from, result.to]).toEqual([from, chosen]);
    const closed = { code: 'pair_unknown', detail: '' };
    expect(result.replaced).toEqual([{ side: 'to', wanted: to, chosen, closed }]);
  });

  test('is replaced by an offered currency of the to-ids', () => {
    const toIdsOf = (id: number) => (id === items.btc.id ? [items.ton.id, items.sbp.id] : []);
    expect(choosePairCodes({ from: 'BTC', to: 'SBERRUB' }, { defaults, toIdsOf })).toMatchObject({
      from: 'BTC',
      to: 'SBPRUB',
      replaced: [{ side: 'to', wanted: 'SBERRUB', chosen: 'SBPRUB' }],
    });
  });

  test('names why a known currency or pair is closed, and nothing for an unknown code', () => {
    expect(choosePairCodes({ from: 'BTC', to: 'xmr' }).replaced).toEqual([
      { side: 'to', wanted: 'xmr', chosen: 'SBERRUB', closed: CLOSED_REASON },
    ]);
    expect(choosePairCodes({ from: 'BTC', to: 'XMRR' }).replaced).toEqual([
      { side: 'to', wanted: 'XMRR', chosen: 'SBERRUB' },
    ]);
    const getClosedReason = (fromId: number, toId: number) =>
      fromId === items.btc.id && toId === items.sber.id ? { code: 'rate_stale', detail: 'Нет' } : null;
    const known = { defaults, toIdsOf: () => [items.sbp.id], getClosedReason };
    expect(choosePairCodes({ from: 'BTC', to: 'SBER' }, known).replaced).toEqual([
      { side: 'to', wanted: 'SBER', chosen: 'SBPRUB', closed: { code: 'rate_stale', detail: 'Нет' } },
    ]);
    expect(choosePairCodes({ from: 'BTC', to: 'TON' }, known).replaced).toMatchObject([
      { closed: { code: 'direction_closed' } },
    ]);
  });

  test('names an invisible currency as closed', () => {
    const list = directions.map(entry =>
      entry.name === 'Toncoin' ? { ...entry, receive: { visible: false } } : entry,
    );
    expect(choosePairCodes({ from: 'BTC', to: 'TON' }, { defaults }, list).replaced).toEqual([
      { side: 'to', wanted: 'TON', chosen: 'SBERRUB', closed: { code: 'direction_closed', detail: '' } },
    ]);
  });
});

describe('the city', () => {
  test.each([
    ['KZN', 'KZN'],
    ['kzn', 'KZN'],
    ['казань', 'KZN'],
    ['ATLANTIS', null],
    [undefined, null],
  ])('city %s of a cash pair resolves to %s', (city, code) => {
    expect(choosePairCodes({ from: 'BTC', to: 'CASHRUB', city }).city).toBe(code);
    expect(choosePairCodes({ from: 'CASHRUB', to: 'BTC', city }).city).toBe(code);
  });

  test('is the only one of a currency with one city', () => {
    const inOneCity = { ...items.cash, cities: cities.slice(0, 1) };
    const found = resolvePair({ from: 'BTC', to: 'CASHRUB' }, [
      createDirection('Bitcoin', items.btc),
      createDirection('Наличные', inOneCity),
    ]);
    expect(found?.city).toBe(cities[0]?.code);
  });
});

describe('any request', () => {
  test('yields two different currencies with crypto on one side', () => {
    const code = fc.oneof(fc.string(), fc.constantFrom(...Object.values(items).map(entry => entry.code)));
    fc.assert(
      fc.property(fc.option(code, { nil: undefined }), fc.option(code, { nil: undefined }), (from, to) => {
        const chosen = resolvePair({ from, to }, directions, { defaults });
        expect(chosen).not.toBeNull();
        if (!chosen) return;
        expect(chosen.from.id).not.toBe(chosen.to.id);
        expect([chosen.from.kind, chosen.to.kind]).toContain('crypto');
        expect([chosen.from.closed.send, chosen.to.closed.receive]).toEqual([null, null]);
        for (const { wanted, chosen: code } of chosen.replaced) expect(wanted.toUpperCase()).not.toBe(code);
      }),
    );
  });

  test('yields a closed pair if all are closed, and null without directions', () => {
    const closed = { send: CLOSED_REASON, receive: CLOSED_REASON };
    const list = directions.map(entry => ({
      ...entry,
      items: entry.items?.map(item => ({ ...item, closed })),
    }));
    expect(choosePairCodes({ from: 'BTC', to: 'SBERRUB' }, { defaults }, list)).toMatchObject({
      from: 'BTC',
      to: 'SBERRUB',
    });
    expect(resolvePair({ from: 'BTC' }, [])).toBeNull();
    expect(
      resolvePair({}, [createDirection('Сбербанк', items.sber), createDirection('СБП', items.sbp)]),
    ).toBeNull();
  });
});
