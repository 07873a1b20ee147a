import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Direction, Item } from '#core/contract/calculator.ts';
import * as pair from '#core/exchange/pair.ts';

const shut = { code: 'direction_closed', detail: 'Закрыто' };
const open = { send: null, receive: null };

function item(id: number, code: string, more: Partial<Item> = {}): Item {
  const plain = { name: code, network: null, group: '', icon: '', decimals: 2, cities: [], aliases: [] };
  return { id, code, ticker: code, kind: 'crypto', closed: open, ...plain, ...more };
}

const cities = [
  { code: 'MSK', name: 'Москва' },
  { code: 'KZN', name: 'Казань' },
];
const items = {
  tron: item(1, 'USDTTRC20', { aliases: ['USDT', 'USDTTRC'] }),
  ethereum: item(2, 'USDTERC20', { aliases: ['USDTERC'] }),
  btc: item(3, 'BTC', { aliases: ['XBT'] }),
  ton: item(4, 'TON', { aliases: ['TONCOIN'] }),
  xmr: item(5, 'XMR', { closed: { send: shut, receive: shut } }),
  sber: item(6, 'SBERRUB', { kind: 'bank', aliases: ['SBER'] }),
  sbp: item(7, 'SBPRUB', { kind: 'system', aliases: ['SBP'] }),
  cash: item(8, 'CASHRUB', { kind: 'cash', cities }),
};

function direction(name: string, ...own: Item[]): Direction {
  const ids = own.map(one => one.id);
  return { ids, name, send: { visible: true }, receive: { visible: true }, items: own };
}

const directions = [
  direction('Tether', items.tron, items.ethereum),
  direction('Bitcoin', items.btc),
  direction('Toncoin', items.ton),
  direction('Monero', items.xmr),
  direction('Сбербанк', items.sber),
  direction('СБП', items.sbp),
  direction('Наличные', items.cash),
];
const defaults = { from: 'USDTTRC20', to: 'SBERRUB' };

function choose(wanted: pair.Wanted, known: pair.Known = { defaults }, list = directions) {
  const chosen = pair.choose(wanted, list, known);
  if (!chosen) throw new Error('no pair');
  const { from, to, city, replaced } = chosen;
  return { from: from.code, to: to.code, city, replaced };
}

describe('a wish', () => {
  test.each([
    ['BTC', 'SBERRUB', 'BTC', 'SBERRUB'],
    ['btc', 'sberrub', 'BTC', 'SBERRUB'],
    [' ton ', 'SbpRub', 'TON', 'SBPRUB'],
    ['USDTTRC', 'SBER', 'USDTTRC20', 'SBERRUB'],
    ['xbt', 'toncoin', 'BTC', 'TON'],
    ['SBERRUB', 'BTC', 'SBERRUB', 'BTC'],
    ['USDTTRC20', 'USDTERC20', 'USDTTRC20', 'USDTERC20'],
  ])('%s → %s is had as %s → %s, and nothing is said', (from, to, fromCode, toCode) => {
    expect(choose({ from, to })).toEqual({ from: fromCode, to: toCode, city: null, replaced: [] });
  });

  test('of nothing is the default', () => {
    expect(choose({})).toEqual({ from: 'USDTTRC20', to: 'SBERRUB', city: null, replaced: [] });
    expect(choose({ from: '', to: ' ' }).replaced).toEqual([]);
  });

  test.each([
    ['USDTTRC20', 'SBERRUB', 'USDTTRC20'],
    ['BTC', 'USDTTRC20', 'BTC'],
    ['SBPRUB', 'USDTTRC20', 'SBPRUB'],
  ])('of what to receive only: for %s, %s is sent', (to, from, same) => {
    expect(choose({ to })).toEqual({ from, to: same, city: null, replaced: [] });
  });

  test('without a default is the first that is visible, and money for coins', () => {
    expect(choose({}, {})).toMatchObject({ from: 'USDTTRC20', to: 'SBERRUB' });
    expect(choose({ from: 'SBERRUB' }, {})).toMatchObject({ from: 'SBERRUB', to: 'USDTTRC20' });
  });
});

describe('a wish that cannot be had', () => {
  test.each([
    ['USDTTRC2O', 'SBERRUB', 'USDTTRC20', 'SBERRUB'],
    ['USDTTRC200', 'SBERRUB', 'USDTTRC20', 'SBERRUB'],
    ['USDTERC2', 'SBERRUB', 'USDTERC20', 'SBERRUB'],
    ['BTCC', 'SBERBANK', 'BTC', 'SBERRUB'],
    ['TONN', 'SBPRU', 'TON', 'SBPRUB'],
    ['CASHRUBMSK', 'BTC', 'CASHRUB', 'BTC'],
  ])('%s → %s is the nearest: %s → %s', (from, to, fromCode, toCode) => {
    expect(choose({ from, to })).toMatchObject({ from: fromCode, to: toCode });
    expect(choose({ from, to }).replaced.length).toBeGreaterThan(0);
  });

  test('is named with what was taken instead', () => {
    expect(choose({ from: 'NOSUCHCOIN', to: 'sberrubb' }).replaced).toEqual([
      { side: 'from', wanted: 'NOSUCHCOIN', chosen: 'USDTTRC20' },
      { side: 'to', wanted: 'sberrubb', chosen: 'SBERRUB' },
    ]);
  });

  test('because it is closed gives an open one', () => {
    expect(choose({ from: 'XMR', to: 'SBERRUB' })).toMatchObject({
      from: 'USDTTRC20',
      replaced: [{ side: 'from', wanted: 'XMR', chosen: 'USDTTRC20' }],
    });
  });

  test.each([
    ['the same twice', 'BTC', 'BTC', 'SBERRUB'],
    ['money for money', 'SBERRUB', 'SBPRUB', 'USDTTRC20'],
  ])('because it is %s gives the default or the first', (_, from, to, chosen) => {
    const had = choose({ from, to });
    expect([had.from, had.to]).toEqual([from, chosen]);
    expect(had.replaced).toEqual([{ side: 'to', wanted: to, chosen }]);
  });

  test('because nothing is offered for it, by the to-ids', () => {
    const toIdsOf = (id: number) => (id === items.btc.id ? [items.ton.id, items.sbp.id] : []);
    expect(choose({ from: 'BTC', to: 'SBERRUB' }, { defaults, toIdsOf })).toMatchObject({
      from: 'BTC',
      to: 'SBPRUB',
      replaced: [{ side: 'to', wanted: 'SBERRUB', chosen: 'SBPRUB' }],
    });
  });
});

describe('the city', () => {
  test.each([
    ['KZN', 'KZN'],
    ['kzn', 'KZN'],
    ['казань', 'KZN'],
    ['ATLANTIS', 'MSK'],
    [undefined, 'MSK'],
  ])('%s of cash is %s', (city, code) => {
    expect(choose({ from: 'BTC', to: 'CASHRUB', city }).city).toBe(code);
    expect(choose({ from: 'CASHRUB', to: 'BTC', city }).city).toBe(code);
  });
});

describe('whatever is wished', () => {
  test('there is a pair, of two currencies, with coins on one side', () => {
    const code = fc.oneof(fc.string(), fc.constantFrom(...Object.values(items).map(one => one.code)));
    fc.assert(
      fc.property(fc.option(code, { nil: undefined }), fc.option(code, { nil: undefined }), (from, to) => {
        const chosen = pair.choose({ from, to }, directions, { defaults });
        expect(chosen).not.toBeNull();
        if (!chosen) return;
        expect(chosen.from.id).not.toBe(chosen.to.id);
        expect([chosen.from.kind, chosen.to.kind]).toContain('crypto');
        expect([chosen.from.closed.send, chosen.to.closed.receive]).toEqual([null, null]);
        for (const { wanted, chosen: code } of chosen.replaced) expect(wanted.toUpperCase()).not.toBe(code);
      }),
    );
  });

  test('all closed gives a pair that says why; nothing at all gives none', () => {
    const closed = { send: shut, receive: shut };
    const list = directions.map(one => ({
      ...one,
      items: one.items?.map(own => ({ ...own, closed })),
    }));
    expect(choose({ from: 'BTC', to: 'SBERRUB' }, { defaults }, list)).toMatchObject({
      from: 'BTC',
      to: 'SBERRUB',
    });
    expect(pair.choose({ from: 'BTC' }, [])).toBeNull();
    expect(pair.choose({}, [direction('Сбербанк', items.sber), direction('СБП', items.sbp)])).toBeNull();
  });
});
