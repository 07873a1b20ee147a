import { describe, expect, it, test } from 'vitest';
import { reserveMax } from '#core/exchange/course.ts';
import { fields } from '#server/catalogue/fields.ts';
import * as reserve from '#server/catalogue/reserve.ts';
import { inTransaction } from '#server/database/database.ts';
import * as exchange from '#server/exchange.ts';
import { open as openLog } from '#server/log.ts';
import { row } from './claimrow.ts';
import { forEachDatabase, world, type World } from './world.ts';

/** Code → decimals and minimum, as the start catalogue promises them. */
const PROMISED = {
  BTC: [8, '50000'],
  ETH: [8, '1000000'],
  LTC: [8, '30000000'],
  BCH: [8, '10000000'],
  DOGE: [8, '15000000000'],
  DASH: [8, '100000000'],
  XMR: [8, '15000000'],
  TRX: [6, '100000000'],
  XRP: [6, '15000000'],
  TON: [8, '1000000000'],
  SOL: [8, '20000000'],
  ADA: [6, '40000000'],
  BNBBEP20: [8, '5000000'],
  USDTTRC20: [2, '5000'],
  USDTERC20: [2, '10000'],
  USDTBEP20: [2, '3000'],
  USDTTON: [2, '3000'],
  USDCERC20: [2, '10000'],
  SBERRUB: [2, '300000'],
  TCSBRUB: [2, '300000'],
  ACRUB: [2, '300000'],
  TBRUB: [2, '300000'],
  SBPRUB: [2, '300000'],
  CASHRUB: [0, '100000'],
} as const;

async function within(ms: number, isSo: () => boolean): Promise<void> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) expect.fail(`not so within ${ms} ms`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** Units of reserve: the row, and what its ledger comes to. */
async function sums({ context }: World, id: bigint) {
  const row = await context.db
    .selectFrom('reserves')
    .select(['amount', 'held'])
    .where('currency_id', '=', id)
    .executeTakeFirst();
  const lines = await context.db
    .selectFrom('reserve_entries')
    .select(['amount_change', 'held_change'])
    .where('currency_id', '=', id)
    .execute();
  const ledger = {
    amount: lines.reduce((sum, one) => sum + one.amount_change, 0n),
    held: lines.reduce((sum, one) => sum + one.held_change, 0n),
  };
  expect(ledger).toEqual({ amount: row?.amount, held: row?.held });
  return ledger;
}

forEachDatabase(open => {
  describe('the start catalogue', () => {
    it('has every currency with its decimals and minimum, each with a reserve and somewhere to pay', async () => {
      const made = await open();
      const { catalogue, db } = made.context;
      const found = catalogue.currencies.map(one => [one.code, [one.decimals, String(one.min)]]);
      expect(Object.fromEntries(found)).toEqual(PROMISED);
      for (const one of catalogue.currencies)
        expect((await sums(made, BigInt(one.id))).amount).toBeGreaterThan(0n);
      const payable = await db.selectFrom('payment_requisites').select('currency_id').distinct().execute();
      const cash = catalogue.byCode('CASHRUB');
      expect(payable).toHaveLength(catalogue.currencies.length - 1);
      expect(cash?.cities.map(one => one.code)).toContain('MSK');
    });

    it('empty has the currencies, and neither money nor requisites', async () => {
      const { db, catalogue } = (await open({ SEED: 'empty' })).context;
      expect(catalogue.currencies).toHaveLength(Object.keys(PROMISED).length);
      for (const table of ['reserves', 'reserve_entries', 'payment_requisites'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    });

    it('finds codes and aliases in any case', async () => {
      const { catalogue } = (await open()).context;
      for (const [text, code] of [
        ['usdttrc20', 'USDTTRC20'],
        ['USDTTRC', 'USDTTRC20'],
        [' Sber ', 'SBERRUB'],
        ['bnb', 'BNBBEP20'],
      ] as const)
        expect(catalogue.byCode(text)?.code).toBe(code);
      expect(catalogue.byCode('NOSUCHCOIN')).toBeUndefined();
    });
  });

  describe('a change', () => {
    it('of this process is in the next fresh answer', async () => {
      const { catalogue, db } = (await open()).context;
      await db.updateTable('currencies').set({ notify: 'Тише едешь' }).where('code', '=', 'BTC').execute();
      await catalogue.reload();
      expect(catalogue.byCode('BTC')?.notify).toBe('Тише едешь');
    });

    it('in a transaction is in the next fresh answer without being asked for', async () => {
      const { catalogue, db } = (await open()).context;
      await inTransaction(db, trx =>
        trx.updateTable('currencies').set({ notify: 'Дальше будешь' }).where('code', '=', 'BTC').execute(),
      );
      await catalogue.fresh();
      expect(catalogue.byCode('BTC')?.notify).toBe('Дальше будешь');
    });

    it('of another process is seen within a second', async () => {
      const { context, config } = await open();
      const other = await exchange.open(config, openLog('silent'));
      const write = (value: string) =>
        other.context.db
          .insertInto('settings')
          .values({ name: 'verificationFirst', value })
          .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
          .execute();
      await write('true');
      await within(1000, () => context.catalogue.setting('verificationFirst'));
      await write('false');
      await within(1000, () => !context.catalogue.setting('verificationFirst'));
      await other.close();
    });

    it('that cannot be read counts as not there, and is named in the log', async () => {
      const made = await open();
      const { catalogue, db } = made.context;
      for (const [name, value] of [
        ['margin_sell', '"minus one"'],
        ['filters', '{'],
      ] as const)
        await db.insertInto('settings').values({ name, value }).execute();
      await catalogue.reload();
      expect(catalogue.setting('margin_sell')).toBe('0.6');
      expect(catalogue.setting('filters')).toContain('Банки');
      expect(made.log()).toContain('"settings":["filters","margin_sell"]');
    });
  });

  describe('the reserve', () => {
    const id = 2n;
    const at = 1;

    async function claims(made: World, count: number): Promise<string[]> {
      const rows = Array.from({ length: count }, () => row());
      await made.context.db.insertInto('claims').values(rows).execute();
      return rows.map(one => one.id);
    }

    it('is held, freed and paid out with a line of the ledger for each', async () => {
      const made = await open({ SEED: 'empty' });
      const { db } = made.context;
      const [first = '', second = ''] = await claims(made, 2);
      const entry = { currencyId: id, at };
      await inTransaction(db, async trx => {
        expect(await reserve.set(trx, { ...entry, amount: 1000n })).toEqual({ ok: true });
        expect(await reserve.hold(trx, { ...entry, claimId: first, amount: 600n })).toBe(true);
        expect(await reserve.hold(trx, { ...entry, claimId: second, amount: 351n })).toBe(false);
        expect(await reserve.hold(trx, { ...entry, claimId: second, amount: 350n })).toBe(true);
      });
      expect(await sums(made, id)).toEqual({ amount: 1000n, held: 950n });
      await inTransaction(db, async trx => {
        await reserve.release(trx, { ...entry, claimId: first, amount: 600n });
        await reserve.payout(trx, { ...entry, claimId: second, amount: 350n });
        await reserve.receipt(trx, { ...entry, currencyId: 1n, claimId: second, amount: 100n });
      });
      expect(await sums(made, id)).toEqual({ amount: 650n, held: 0n });
      expect(await sums(made, 1n)).toEqual({ amount: 100n, held: 0n });
    });

    it('is counted without leaving int64, however much there is', async () => {
      const made = await open({ SEED: 'empty' });
      const [claimId = ''] = await claims(made, 1);
      const amount = 2n ** 63n - 1n;
      const most = reserveMax(amount, 0n);
      await inTransaction(made.context.db, async trx => {
        await reserve.set(trx, { currencyId: id, amount, at });
        expect(await reserve.hold(trx, { currencyId: id, claimId, amount: most + 1n, at })).toBe(false);
        expect(await reserve.hold(trx, { currencyId: id, claimId, amount: most, at })).toBe(true);
      });
      expect(await sums(made, id)).toEqual({ amount, held: most });
    });

    it('cannot be set below what open claims hold', async () => {
      const made = await open({ SEED: 'empty' });
      const [claimId = ''] = await claims(made, 1);
      await inTransaction(made.context.db, async trx => {
        await reserve.set(trx, { currencyId: id, amount: 1000n, at });
        await reserve.hold(trx, { currencyId: id, claimId, amount: 600n, at });
        expect(await reserve.set(trx, { currencyId: id, amount: 599n, at })).toEqual({
          ok: false,
          code: 'held',
          held: 600n,
        });
        expect(await reserve.set(trx, { currencyId: id, amount: 600n, at })).toEqual({ ok: true });
      });
      expect(await sums(made, id)).toEqual({ amount: 600n, held: 600n });
    });

    it('never frees more than is held, and a mistake leaves no trace', async () => {
      const made = await open({ SEED: 'empty' });
      const { db } = made.context;
      const [claimId = ''] = await claims(made, 1);
      await inTransaction(db, trx => reserve.set(trx, { currencyId: id, amount: 1000n, at }));
      await inTransaction(db, trx => reserve.hold(trx, { currencyId: id, claimId, amount: 100n, at }));
      for (const change of [reserve.release, reserve.payout])
        await expect(
          inTransaction(db, trx => change(trx, { currencyId: id, claimId, amount: 101n, at })),
        ).rejects.toThrow('does not hold that much');
      expect(await sums(made, id)).toEqual({ amount: 1000n, held: 100n });
    });

    it('is never held twice by claims that are made at once', async () => {
      const made = await open({ SEED: 'empty' });
      const { db } = made.context;
      const ids = await claims(made, 30);
      await inTransaction(db, trx => reserve.set(trx, { currencyId: id, amount: 1000n, at }));
      const held = await Promise.all(
        ids.map(claimId =>
          inTransaction(db, trx => reserve.hold(trx, { currencyId: id, claimId, amount: 50n, at })),
        ),
      );
      expect(held.filter(Boolean)).toHaveLength(19);
      const after = await sums(made, id);
      expect(after).toEqual({ amount: 1000n, held: 950n });
      expect(reserveMax(after.amount, after.held)).toBe(0n);
    });
  });
});

test('every side asks for what its kind of money needs, under the same names everywhere', async () => {
  const made = await world();
  const { catalogue } = made.context;
  const names = (code: string, side: 'from' | 'to', mode: 'default' | 'verification' = 'default') => {
    const one = catalogue.byCode(code) ?? expect.fail(code);
    return fields(one, side, mode)
      .filter(field => field.visible)
      .map(field => field.name);
  };
  expect(names('BTC', 'to')).toEqual(['account']);
  expect(names('XRP', 'to')).toEqual(['account', 'memo']);
  expect(names('TON', 'to')).toEqual(['account', 'memo']);
  expect(names('USDTTON', 'to')).toEqual(['account', 'memo']);
  expect(names('BTC', 'from')).toEqual([]);
  expect(names('SBERRUB', 'to')).toEqual(['card', 'fio']);
  expect(names('SBERRUB', 'from')).toEqual(['card']);
  expect(names('SBERRUB', 'from', 'verification')).toEqual(['card', 'fio']);
  expect(names('SBPRUB', 'to')).toEqual(['phone', 'bank', 'fio']);
  expect(names('CASHRUB', 'to')).toEqual(['fio', 'telegram']);
  await made.close();
});
