import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_STATISTICS_DAYS, type StatisticsBreakdown } from '#core/contract/account/shop.ts';
import { DAY_MS, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { hashToken } from '#server/accounts/randomToken.ts';
import { createShopKey } from '#server/partners/keys/shopKeyFormat.ts';
import type { ReferralDayRow } from '#server/platform/database/partnerRows.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import { CLOSED_CLAIM_COUNT } from '../closedClaimStatements.ts';

/** Clicks of the partner, and the days that they and the claims spread over: the longest period and the one before. */
const CLICK_COUNT = 5_000_000;
const DAY_COUNT = 2 * MAX_STATISTICS_DAYS;
/** How many codes, subs, pairs and hosts a day has: a large partner with many pages and campaigns. */
const KEY_COUNTS: Readonly<Record<StatisticsBreakdown, number>> = { link: 20, sub: 100, pair: 150, host: 60 };

const ROWS_PER_STATEMENT = 1_000;
const CLAIMS_PER_STATEMENT = 20_000;

/** The code of the partner. */
export const PARTNER_CODE = 'BENCHBEN';

/**
 * Makes the account a partner that has brought all claims, and writes the days of its claims and clicks. Returns a key of
 * its shop.
 */
export async function insertPartnerDays({ location }: BenchDatabase, userId: string): Promise<string> {
  const { db, close } = await openDatabase(location);
  try {
    const partnerId = await insertPartner(db, userId);
    await insertReferrals(db, partnerId);
    const rows = [...listDays(partnerId)];
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
      await db
        .insertInto('referral_days')
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .execute();
    console.log(`${rows.length} rows of days`);
    await sql`analyze referral_days`.execute(db);
    return await insertShopKey(db, partnerId);
  } finally {
    await close();
  }
}

/** Attributes all claims to the partner, in statements that are short enough for the time limits of the server. */
async function insertReferrals(db: Db, partnerId: string): Promise<void> {
  for (let start = 0; start < CLOSED_CLAIM_COUNT; start += CLAIMS_PER_STATEMENT)
    await sql`
      insert into claim_referrals (claim_id, partner_id, code, sub, host, utm, income, status, created_at)
      select id, ${partnerId}, ${PARTNER_CODE}, 'sub-' || (number % 100), 'host-' || (number % 60) || '.example',
        null, case when status = 'completed' then 12345 end, status, created_at from claims
      where number > ${BigInt(start)} and number <= ${BigInt(start + CLAIMS_PER_STATEMENT)}
    `.execute(db);
  await sql`analyze claim_referrals`.execute(db);
}

async function insertPartner(db: Db, userId: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('partners')
    .values({
      id,
      user_id: userId,
      name: '',
      site: '',
      switched_off_at: null,
      switched_off_reason: null,
      created_at: 0n,
    })
    .execute();
  await db
    .insertInto('referral_codes')
    .values({ code: PARTNER_CODE, partner_id: id, label: '', created_at: 0n })
    .execute();
  return id;
}

async function insertShopKey(db: Db, partner_id: string): Promise<string> {
  const key = createShopKey('live');
  await db
    .insertInto('shop_keys')
    .values({
      id: randomUUID(),
      partner_id,
      name: '',
      mode: 'live',
      hash: hashToken(key),
      hint: '',
      scopes: '["claims:read"]',
      networks: '[]',
      created_at: 0n,
      expires_at: null,
    })
    .execute();
  return key;
}

/** The days of the partner: a tenth of the keys brings half of the visitors. */
function* listDays(partnerId: string): Generator<ReferralDayRow> {
  const total = countDay(CLICK_COUNT / DAY_COUNT, CLOSED_CLAIM_COUNT / DAY_COUNT);
  for (let day = 0; day < DAY_COUNT; day++) {
    const row = { partner_id: partnerId, day: toExchangeDay(Date.now() - day * DAY_MS) };
    yield { ...row, dimension: 'total', key: '', ...total };
    for (const [dimension, count] of Object.entries(KEY_COUNTS) as [StatisticsBreakdown, number][])
      for (let key = 0; key < count; key++) {
        const share = key < count / 10 ? 5 / count : 5 / 9 / count;
        const counts = countDay((CLICK_COUNT / DAY_COUNT) * share, (CLOSED_CLAIM_COUNT / DAY_COUNT) * share);
        yield { ...row, dimension, key: `${dimension}-${key}`, ...counts };
      }
  }
}

const countDay = (clicks: number, claims: number) => ({
  clicks: BigInt(Math.round(clicks)),
  visitors: BigInt(Math.round(clicks * 0.9)),
  claims: BigInt(Math.round(claims)),
  completed: BigInt(Math.round(claims * 0.75)),
  turnover: BigInt(Math.round(claims * 0.75 * 25_000)),
  income: BigInt(Math.round(claims * 0.75 * 12_345)),
});
