import { describe, expect, it, test } from 'vitest';
import { maxReceiveFromReserve } from '#core/exchange/course.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';
import {
  setReserve,
  holdReserve,
  releaseReserve,
  payOutReserve,
  creditReserve,
} from '#server/exchange/catalogue/reserveLedger.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createClaimRow } from '../support/claimRow.ts';
import { forEachDatabase, createTestServer, type TestServer } from '../../support/testServer.ts';

/** Decimals and minimum of each currency in the start catalogue. */
const EXPECTED_CURRENCIES = {
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

async function waitWithin(ms: number, isDone: () => boolean): Promise<void> {
  const end = performance.now() + ms;
  while (!isDone()) {
    if (performance.now() > end) expect.fail(`not done within ${ms} ms`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** Reads the reserve in units. Fails if it differs from the sum of its ledger. */
async function readReserveUnits({ context }: TestServer, id: bigint) {
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
    amount: lines.reduce((sum, item) => sum + item.amount_change, 0n),
    held: lines.reduce((sum, item) => sum + item.held_change, 0n),
  };
  expect(ledger).toEqual({ amount: row?.amount, held: row?.held });
  return ledger;
}

forEachDatabase(startServer => {
  describe('the start catalogue', () => {
    it('has every currency with decimals, minimum, reserve, and payment requisites or cities', async () => {
      const testServer = await startServer();
      const { catalogue, db } = testServer.context;
      const found = catalogue.currencies.map(item => [item.code, [item.decimals, String(item.min)]]);
      expect(Object.fromEntries(found)).toEqual(EXPECTED_CURRENCIES);
      for (const item of catalogue.currencies)
        expect((await readReserveUnits(testServer, BigInt(item.id))).amount).toBeGreaterThan(0n);
      const payable = await db.selectFrom('payment_requisites').select('currency_id').distinct().execute();
      const cash = catalogue.findCurrencyByCode('CASHRUB');
      expect(payable).toHaveLength(catalogue.currencies.length - 1);
      expect(cash?.cities.map(item => item.code)).toContain('MSK');
    });

    it('with SEED=empty has currencies, but no reserves and requisites', async () => {
      const { db, catalogue } = (await startServer({ SEED: 'empty' })).context;
      expect(catalogue.currencies).toHaveLength(Object.keys(EXPECTED_CURRENCIES).length);
      for (const table of ['reserves', 'reserve_entries', 'payment_requisites'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    });

    it('finds codes and aliases in any case', async () => {
      const { catalogue } = (await startServer()).context;
      for (const [text, code] of [
        ['usdttrc20', 'USDTTRC20'],
        ['USDTTRC', 'USDTTRC20'],
        [' Sber ', 'SBERRUB'],
        ['bnb', 'BNBBEP20'],
      ] as const)
        expect(catalogue.findCurrencyByCode(text)?.code).toBe(code);
      expect(catalogue.findCurrencyByCode('NOSUCHCOIN')).toBeUndefined();
    });
  });

  describe('a change', () => {
    it('of this process is visible after a reload', async () => {
      const { catalogue, db } = (await startServer()).context;
      await db.updateTable('currencies').set({ notify: 'Тише едешь' }).where('code', '=', 'BTC').execute();
      await catalogue.reload();
      expect(catalogue.findCurrencyByCode('BTC')?.notify).toBe('Тише едешь');
    });

    it('in a transaction is visible after reloadAfterOwnWrites()', async () => {
      const { catalogue, db } = (await startServer()).context;
      await runInTransaction(db, trx =>
        trx.updateTable('currencies').set({ notify: 'Дальше будешь' }).where('code', '=', 'BTC').execute(),
      );
      await catalogue.reloadAfterOwnWrites();
      expect(catalogue.findCurrencyByCode('BTC')?.notify).toBe('Дальше будешь');
    });

    it('of another process is visible within a second', async () => {
      const { context, config } = await startServer();
      const otherProcess = await bootstrapExchange(config, createLogger('silent'));
      const write = (value: string) =>
        otherProcess.context.db
          .insertInto('settings')
          .values({ name: 'verificationFirst', value })
          .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
          .execute();
      await write('true');
      await waitWithin(1000, () => context.catalogue.getSetting('verificationFirst'));
      await write('false');
      await waitWithin(1000, () => !context.catalogue.getSetting('verificationFirst'));
      await otherProcess.close();
    });

    it('that is invalid is ignored and logged', async () => {
      const testServer = await startServer();
      const { catalogue, db } = testServer.context;
      for (const [name, value] of [
        ['margin_sell', '"minus one"'],
        ['filters', '{'],
      ] as const)
        await db.insertInto('settings').values({ name, value }).execute();
      await catalogue.reload();
      expect(catalogue.getSetting('margin_sell')).toBe('0.6');
      expect(catalogue.getSetting('filters')).toContain('Банки');
      expect(testServer.log()).toContain('"settings":["filters","margin_sell"]');
    });
  });

  describe('the reserve', () => {
    const id = 2n;
    const at = 1;

    async function insertClaims(testServer: TestServer, count: number): Promise<string[]> {
      const rows = Array.from({ length: count }, () => createClaimRow());
      await testServer.context.db.insertInto('claims').values(rows).execute();
      return rows.map(item => item.id);
    }

    it('is held, released and paid out with a ledger entry each', async () => {
      const testServer = await startServer({ SEED: 'empty' });
      const { db } = testServer.context;
      const [first = '', second = ''] = await insertClaims(testServer, 2);
      const entry = { currencyId: id, at };
      await runInTransaction(db, async trx => {
        expect(await setReserve(trx, { ...entry, amount: 1000n })).toBeNull();
        expect(await holdReserve(trx, { ...entry, claimId: first, amount: 600n })).toBe(true);
        expect(await holdReserve(trx, { ...entry, claimId: second, amount: 351n })).toBe(false);
        expect(await holdReserve(trx, { ...entry, claimId: second, amount: 350n })).toBe(true);
      });
      expect(await readReserveUnits(testServer, id)).toEqual({ amount: 1000n, held: 950n });
      await runInTransaction(db, async trx => {
        await releaseReserve(trx, { ...entry, claimId: first, amount: 600n });
        await payOutReserve(trx, { ...entry, claimId: second, amount: 350n });
        await creditReserve(trx, { ...entry, currencyId: 1n, claimId: second, amount: 100n });
      });
      expect(await readReserveUnits(testServer, id)).toEqual({ amount: 650n, held: 0n });
      expect(await readReserveUnits(testServer, 1n)).toEqual({ amount: 100n, held: 0n });
    });

    it('is calculated within int64', async () => {
      const testServer = await startServer({ SEED: 'empty' });
      const [claimId = ''] = await insertClaims(testServer, 1);
      const amount = 2n ** 63n - 1n;
      const maxHold = maxReceiveFromReserve(amount, 0n);
      await runInTransaction(testServer.context.db, async trx => {
        await setReserve(trx, { currencyId: id, amount, at });
        expect(await holdReserve(trx, { currencyId: id, claimId, amount: maxHold + 1n, at })).toBe(false);
        expect(await holdReserve(trx, { currencyId: id, claimId, amount: maxHold, at })).toBe(true);
      });
      expect(await readReserveUnits(testServer, id)).toEqual({ amount, held: maxHold });
    });

    it('cannot be set below what is held', async () => {
      const testServer = await startServer({ SEED: 'empty' });
      const [claimId = ''] = await insertClaims(testServer, 1);
      await runInTransaction(testServer.context.db, async trx => {
        await setReserve(trx, { currencyId: id, amount: 1000n, at });
        await holdReserve(trx, { currencyId: id, claimId, amount: 600n, at });
        expect(await setReserve(trx, { currencyId: id, amount: 599n, at })).toBe(600n);
        expect(await setReserve(trx, { currencyId: id, amount: 600n, at })).toBeNull();
      });
      expect(await readReserveUnits(testServer, id)).toEqual({ amount: 600n, held: 600n });
    });

    it('never releases more than is held, and rolls back', async () => {
      const testServer = await startServer({ SEED: 'empty' });
      const { db } = testServer.context;
      const [claimId = ''] = await insertClaims(testServer, 1);
      await runInTransaction(db, trx => setReserve(trx, { currencyId: id, amount: 1000n, at }));
      await runInTransaction(db, trx => holdReserve(trx, { currencyId: id, claimId, amount: 100n, at }));
      for (const change of [releaseReserve, payOutReserve])
        await expect(
          runInTransaction(db, trx => change(trx, { currencyId: id, claimId, amount: 101n, at })),
        ).rejects.toThrow('is too small');
      expect(await readReserveUnits(testServer, id)).toEqual({ amount: 1000n, held: 100n });
    });

    it('is never held twice by concurrent claims', async () => {
      const testServer = await startServer({ SEED: 'empty' });
      const { db } = testServer.context;
      const ids = await insertClaims(testServer, 30);
      await runInTransaction(db, trx => setReserve(trx, { currencyId: id, amount: 1000n, at }));
      const held = await Promise.all(
        ids.map(claimId =>
          runInTransaction(db, trx => holdReserve(trx, { currencyId: id, claimId, amount: 50n, at })),
        ),
      );
      expect(held.filter(Boolean)).toHaveLength(19);
      const after = await readReserveUnits(testServer, id);
      expect(after).toEqual({ amount: 1000n, held: 950n });
      expect(maxReceiveFromReserve(after.amount, after.held)).toBe(0n);
    });
  });
});

test('every side has the fields of its currency kind', async () => {
  const testServer = await createTestServer();
  const { catalogue } = testServer.context;
  const names = (code: string, side: 'from' | 'to', mode: 'default' | 'verification' = 'default') => {
    const item = catalogue.findCurrencyByCode(code) ?? expect.fail(code);
    return listRequisiteFields(item, side, mode)
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
  await testServer.close();
});

test('every type of requisite field is used', async () => {
  const testServer = await createTestServer();
  const fields = testServer.context.catalogue.currencies.flatMap(currency =>
    (['from', 'to'] as const).flatMap(side => listRequisiteFields(currency, side, 'verification')),
  );
  const usedTypes = new Set(fields.map(({ type }) => type));
  expect([...usedTypes].toSorted()).toEqual(Object.keys(FIELD_TYPES).toSorted());
  await testServer.close();
});
