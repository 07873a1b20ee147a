import { CompiledQuery, sql, type Compilable } from 'kysely';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { countOpenClaims, registerClaimGauge } from '#server/operator/metrics/claimMetrics.ts';
import { countUnsentEmail, registerEmailGauges } from '#server/operator/metrics/emailMetrics.ts';
import { registerPriceGauges } from '#server/operator/metrics/priceMetrics.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { parseMetrics } from './scrapeMetrics.ts';

/** Reads gauges for the first time, so that nothing is cached. */
async function readGauges(register: (registry: Registry) => void) {
  const registry = new Registry();
  register(registry);
  return parseMetrics(await registry.metrics()).getValue;
}

forEachDatabase((startServer, dialect) => {
  /** Creates a claim with an amount of its own. */
  async function createClaim({ app }: TestServer, fromSumma: string) {
    const client = createInProcessClient(app);
    return client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma }));
  }

  test('the gauge of claims follows their statuses, and reads at most every ten seconds', async () => {
    const testServer = await startServer(relaxedLimits);
    const { db } = testServer.context;
    const registry = new Registry();
    registerClaimGauge(registry, testServer.context);
    const read = async (status: string) =>
      parseMetrics(await registry.metrics()).getValue(`razmen_claims{status="${status}"}`);
    const { id } = await createClaim(testServer, '2');
    await createClaim(testServer, '3');
    expect(await read('waiting')).toBe(2);
    await db.updateTable('claims').set({ status: 'payout_error' }).where('id', '=', id).execute();
    expect(await read('waiting')).toBe(2);
    const getValue = await readGauges(fresh => registerClaimGauge(fresh, testServer.context));
    expect(getValue('razmen_claims{status="waiting"}')).toBe(1);
    expect(getValue('razmen_claims{status="payout_error"}')).toBe(1);
  });

  test('the gauges of e-mails tell what is due, what waits and what is dead', async () => {
    const testServer = await startServer(relaxedLimits);
    const { context, now } = testServer;
    const read = () => readGauges(registry => registerEmailGauges(registry, context));
    expect((await read())('razmen_mail_oldest_due_age_seconds')).toBe(0);
    const ids = [];
    for (const amount of ['2', '3', '4', '5']) ids.push((await createClaim(testServer, amount)).id);
    const change = (id: string | undefined, values: Record<string, bigint>) =>
      context.db
        .updateTable('mail')
        .set(values)
        .where('claim_id', '=', id ?? '')
        .execute();
    await change(ids[1], { next_at: BigInt(now() + 3_600_000) });
    await change(ids[2], { dead_at: BigInt(now()), next_at: BigInt(now() - 3_600_000) });
    await change(ids[3], { sent_at: BigInt(now()) });
    testServer.advanceClock(90_000);
    const getValue = await read();
    expect(getValue('razmen_mail_unsent{state="due"}')).toBe(1);
    expect(getValue('razmen_mail_unsent{state="waiting"}')).toBe(1);
    expect(getValue('razmen_mail_unsent{state="dead"}')).toBe(1);
    expect(getValue('razmen_mail_oldest_due_age_seconds')).toBe(90);
  });

  test('the queries read an index, and no closed claim or sent e-mail', async () => {
    const { context } = await startServer();
    const plans = await runInTransaction(context.db, async trx => {
      // The tables of a test are so small that PostgreSQL reads them whole.
      if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
      const explain = dialect === 'postgres' ? 'explain' : 'explain query plan';
      const readPlan = async (query: Compilable) => {
        const { sql: text, parameters } = query.compile();
        const plan = await trx.executeQuery<object>(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
        return plan.rows.flatMap(step => Object.values(step)).join('\n');
      };
      return [await readPlan(countOpenClaims(trx)), await readPlan(countUnsentEmail(trx, 0))];
    });
    const [claims, ...mail] =
      dialect === 'sqlite'
        ? [
            /SEARCH claims USING COVERING INDEX claims_status \(status=/,
            /SCAN mail USING INDEX mail_due\b/,
            /SEARCH mail USING COVERING INDEX mail_dead \(/,
          ]
        : [
            / claims_open_address | claims_status .*\n.*Index Cond: \(status = ANY/,
            / mail_due /,
            / mail_dead /,
          ];
    expect(plans[0]).toMatch(claims ?? '');
    for (const pattern of mail) expect(plans[1]).toMatch(pattern);
  });
});

forEachDatabase(startServer => {
  test('the gauges of prices name the source that fails, until the operator closes the currency', async () => {
    const testServer = await startServer({
      RATE_SOURCES: 'fixed,XMR:binance',
      BINANCE_URL: 'http://127.0.0.1:9/',
    });
    const { context } = testServer;
    const read = () => readGauges(registry => registerPriceGauges(registry, context));
    const getValue = await read();
    expect(getValue('razmen_tickers_without_price{source="binance",reason="rate_stale"}')).toBe(1);
    expect(getValue('razmen_tickers_without_price{source="binance",reason="rate_jump"}')).toBe(0);
    expect(getValue('razmen_tickers_without_price{source="fixed",reason="rate_stale"}')).toBe(0);
    expect(getValue('razmen_price_timestamp_seconds{source="binance"}')).toBeUndefined();
    const age = testServer.now() / 1_000 - (getValue('razmen_price_timestamp_seconds{source="fixed"}') ?? 0);
    expect(age).toBeLessThan(15);
    await context.db
      .updateTable('currencies')
      .set({ send_closed: 'Нет курса', receive_closed: 'Нет курса' })
      .where('code', '=', 'XMR')
      .execute();
    await context.catalogue.reload();
    const afterwards = await read();
    expect(afterwards('razmen_tickers_without_price{source="binance",reason="rate_stale"}')).toBeUndefined();
  });
});
