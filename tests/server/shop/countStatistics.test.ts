import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  STATISTICS_BREAKDOWNS,
  type ShopStatistics,
  type StatisticsBreakdown,
} from '#core/contract/account/shop.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { recordPartnerEvent } from '#server/partners/referral/partnerEvents.ts';
import { computeShopStatistics } from '#server/partners/statistics/computeShopStatistics.ts';
import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createPartner, recordAccrual } from './support/partnerFacts.ts';

const DAY_MS = 86_400_000;
const MOSCOW_MS = 3 * 3_600_000;
const NUMBERS = ['clicks', 'visitors', 'claims', 'completed', 'turnover', 'income'] as const;

/** A random number generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  const next = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
  const pick = <T>(items: readonly [T, ...T[]]): T => items[next(items.length)] ?? items[0];
  return { next, pick };
}

/** What a random fact adds, as the test recounts it. Money in units of 1/10,000 USD. */
interface Fact extends Record<StatisticsBreakdown, string> {
  at: number;
  numbers: Partial<Record<(typeof NUMBERS)[number], number>>;
}

/** Three claims of real directions, whose referrals the facts of a seed use. */
async function createReferredClaims(testServer: TestServer, partner: { id: string; code: string }) {
  const { db } = testServer.context;
  const createReferred = async (
    from: string,
    to: string,
    { sub, host, turnover }: { sub: string; host: string; turnover: bigint | null },
  ) => {
    const { id } = await createClaimDriver(testServer, from, to);
    await db.updateTable('claims').set({ turnover }).where('id', '=', id).execute();
    const referral = { claim_id: id, partner_id: partner.id, code: partner.code, sub, host };
    await db
      .insertInto('claim_referrals')
      .values({ ...referral, utm: null, income: null, created_at: BigInt(testServer.now()) })
      .execute();
    return { id, link: partner.code, sub, host, pair: `${from} ${to}`, cents: Number(turnover ?? 0n) };
  };
  return [
    await createReferred('LTC', 'SBERRUB', { sub: 'blog', host: 'a.example', turnover: 10_050n }),
    await createReferred('LTC', 'SBERRUB', { sub: '', host: 'b.example', turnover: 99n }),
    await createReferred('SBERRUB', 'LTC', { sub: 'blog', host: '', turnover: null }),
  ] as const;
}

/** Writes random events and clicks of a partner, 40 days long, and returns what they add. */
async function writeRandomFacts(
  testServer: TestServer,
  partner: { id: string; code: string },
  count: number,
) {
  const { db } = testServer.context;
  const { next: random, pick } = createRandom(7);
  const claims = await createReferredClaims(testServer, partner);
  const facts: Fact[] = [];
  const visitors = new Set<string>();
  for (let index = 0; index < count; index++) {
    // Many at the borders of Moscow days.
    const midnight = Math.floor(testServer.now() / DAY_MS) * DAY_MS - MOSCOW_MS - random(40) * DAY_MS;
    const at = midnight + pick([-1, 0, 1, random(DAY_MS)]);
    const claim = pick(claims);
    const event = { partner_id: partner.id, mode: 'live', claim_id: claim.id, at: BigInt(at) } as const;
    const { id: claimId, cents, ...keys } = claim;
    const kind = random(7);
    if (kind === 0) {
      await recordPartnerEvent(db, { ...event, kind: 'claim.created', data: { to_status: 'waiting' } });
      facts.push({ ...keys, at, numbers: { claims: 1 } });
    } else if (kind === 1) {
      await recordPartnerEvent(db, { ...event, kind: 'claim.status', data: { to_status: 'completed' } });
      facts.push({ ...keys, at, numbers: { completed: 1, turnover: cents * 100 } });
    } else if (kind === 2) {
      // Not counted: another status, and whatever a test key does.
      await recordPartnerEvent(db, { ...event, kind: 'claim.status', data: { to_status: 'paid' } });
      await recordPartnerEvent(db, { ...event, mode: 'test', kind: 'claim.created', data: {} });
      for (const [testKind, summa] of [
        ['accrual.created', '1.0000'],
        ['accrual.voided', '0.2500'],
      ] as const)
        await recordPartnerEvent(db, {
          ...event,
          mode: 'test',
          kind: testKind,
          data: { summa, reason: 'self' },
        });
    } else if (kind === 3) {
      const isVoid = random(2) === 0;
      const units = random(50_000);
      const summa = (units / 10_000).toFixed(4);
      await recordAccrual(testServer, { partnerId: partner.id, claimId, summa, at, isVoid });
      facts.push({ ...keys, at, numbers: { income: isVoid ? -units : units } });
    } else {
      const day = new Date(at + MOSCOW_MS).toISOString().slice(0, 10);
      const visitor = `${random(5)} ${day}`;
      const [sub, host] = [pick(['', 'blog', 'x']), pick(['', 'a.example'])];
      await db
        .insertInto('referral_clicks')
        .values({
          partner_id: partner.id,
          code: partner.code,
          sub,
          host,
          click_hash: String(index),
          visitor_hash: visitor,
          at: BigInt(at),
          counted_at: null,
        })
        .execute();
      const isNew = !visitors.has(visitor);
      visitors.add(visitor);
      facts.push({
        at,
        link: partner.code,
        sub,
        host,
        pair: '',
        numbers: { clicks: 1, visitors: Number(isNew) },
      });
    }
  }
  return facts;
}

const toMoscowDay = (at: number) => new Date(at + MOSCOW_MS).toISOString().slice(0, 10);

/** Adds facts up, the slow and simple way. */
function recount(facts: readonly Fact[]): Record<(typeof NUMBERS)[number], string> {
  const sum = (name: (typeof NUMBERS)[number]) =>
    facts.reduce((total, { numbers }) => total + (numbers[name] ?? 0), 0);
  return {
    clicks: String(sum('clicks')),
    visitors: String(sum('visitors')),
    claims: String(sum('claims')),
    completed: String(sum('completed')),
    turnover: (sum('turnover') / 10_000).toFixed(2),
    income: (sum('income') / 10_000).toFixed(4),
  };
}

const pickNumbers = (row: ShopStatistics['totals']) =>
  Object.fromEntries(NUMBERS.map(name => [name, String(row[name])]));

forEachDatabase((startServer, dialect) => {
  /** Kills a process that counts, after it wrote the days. */
  function killCounting(testServer: TestServer, kind: 'events' | 'clicks'): void {
    const { dataDir, databaseUrl } = testServer.config;
    const script = join(import.meta.dirname, 'support/killedCount.ts');
    const { signal, stderr } = spawnSync(process.execPath, [script, kind, dataDir, databaseUrl ?? '']);
    expect([signal, String(stderr)]).toEqual(['SIGKILL', '']);
  }

  test(
    'counts each event and click once, whatever is killed, as a recount finds',
    { timeout: 60_000 },
    async () => {
      const testServer = await startServer(relaxedLimits);
      const { context, now } = testServer;
      const partner = await createPartner(testServer);
      const facts = await writeRandomFacts(testServer, partner, 1_300);
      for (const kind of ['events', 'clicks'] as const) killCounting(testServer, kind);
      const { rows } = { rows: await context.db.selectFrom('referral_days').selectAll().execute() };
      expect(rows).toEqual([]);
      // SQLite has one process; two runs of it still overlap.
      const other = dialect === 'postgres' ? await openDatabase(testServer.config) : null;
      await Promise.all([
        countPartnerStatistics(context),
        countPartnerStatistics(other ? { ...context, db: other.db } : context),
      ]);
      await other?.close();

      const compute = (query: Record<string, string>) =>
        computeShopStatistics(context, partner.id, query, now());
      const range = { date_from: '2026-10-20', date_to: '2026-11-12' };
      const inRange = (from: string, to: string) =>
        facts.filter(({ at }) => toMoscowDay(at) >= from && toMoscowDay(at) <= to);
      const expected = inRange('2026-10-20', '2026-11-12');
      const daily = await compute(range);
      expect(pickNumbers(daily.totals)).toEqual(recount(expected));
      expect(daily.totals.clicks).toBeGreaterThan(100);
      expect(pickNumbers(daily.previous)).toEqual(recount(inRange('2026-09-26', '2026-10-19')));
      expect(daily.rows.map(({ key }) => key)).toHaveLength(24);
      for (const row of daily.rows) expect(pickNumbers(row)).toEqual(recount(inRange(row.key, row.key)));
      const weekly = await compute({ ...range, group: 'week' });
      expect(weekly.rows.map(({ key }) => key)).toEqual([
        '2026-10-19',
        '2026-10-26',
        '2026-11-02',
        '2026-11-09',
      ]);
      expect(weekly.rows.slice(1, 2).map(pickNumbers)).toEqual([
        recount(inRange('2026-10-26', '2026-11-01')),
      ]);
      const monthly = await compute({ ...range, group: 'month' });
      expect(monthly.rows.map(({ key, label }) => [key, label])).toEqual([
        ['2026-10-01', 'Октябрь 2026'],
        ['2026-11-01', 'Ноябрь 2026'],
      ]);
      for (const by of STATISTICS_BREAKDOWNS) {
        const { rows: broken } = await compute({ ...range, by });
        expect(broken.map(({ key }) => key).toSorted()).toEqual(
          [...new Set(expected.map(fact => fact[by]))].toSorted(),
        );
        for (const row of broken)
          expect([by, row.key, pickNumbers(row)]).toEqual([
            by,
            row.key,
            recount(expected.filter(fact => fact[by] === row.key)),
          ]);
        expect(broken.map(({ turnover }) => Number(turnover))).toEqual(
          broken.map(({ turnover }) => Number(turnover)).toSorted((a, b) => b - a),
        );
      }
      // A second run finds nothing to count, and clicks go after two days.
      await countPartnerStatistics(context);
      expect(pickNumbers((await compute(range)).totals)).toEqual(recount(expected));
      const clicks = await context.db.selectFrom('referral_clicks').select('at').execute();
      expect(clicks.every(({ at }) => Number(at) > now() - 2 * DAY_MS)).toBe(true);
    },
  );

  test('a day has at most 300 subs and hosts of clicks only: the rest counts as unknown', async () => {
    const testServer = await startServer(relaxedLimits);
    const { context, now } = testServer;
    const partner = await createPartner(testServer);
    const rows = Array.from({ length: 400 }, (_, index) => ({
      partner_id: partner.id,
      code: partner.code,
      sub: `s${index}`,
      host: 'a.example',
      click_hash: String(index),
      visitor_hash: 'one',
      at: BigInt(now()),
      counted_at: null,
    }));
    await context.db.insertInto('referral_clicks').values(rows.slice(0, 200)).execute();
    await countPartnerStatistics(context);
    await context.db.insertInto('referral_clicks').values(rows.slice(200)).execute();
    await countPartnerStatistics(context);
    // A claim has its own sub, also on a day that is full.
    const [claim] = await createReferredClaims(testServer, partner);
    await recordPartnerEvent(context.db, {
      partner_id: partner.id,
      kind: 'claim.created',
      mode: 'live',
      claim_id: claim.id,
      data: { from_status: null, to_status: 'waiting', reason: null },
      at: BigInt(now()),
    });
    await countPartnerStatistics(context);
    const statistics = await computeShopStatistics(context, partner.id, { by: 'sub' }, now());
    const { rows: subs, totals, countedAt } = statistics;
    expect([subs.length, totals.clicks, totals.visitors, countedAt]).toEqual([
      302,
      400,
      1,
      new Date(now()).toISOString(),
    ]);
    expect(subs.find(({ key }) => key === 'blog')).toMatchObject({ claims: 1, clicks: 0 });
    expect(subs.find(({ key }) => key === '')).toMatchObject({ label: 'Без метки', clicks: 100 });
  });
});
