import { sql } from 'kysely';
import {
  MAX_REFERRAL_CODES,
  type ReferralCode,
  type ReferralProgramme,
} from '#core/contract/account/referral.ts';
import type { ReferralTerms } from '#core/contract/siteSettings.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import type { ExchangeSettings } from '#server/exchange/catalogue/exchangeSettings.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import type { ReferralCodeRow } from '#server/platform/database/partnerRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { formatFunds, loadFunds } from './ledger/postEntry.ts';
import { loadPartnerTotals } from './statistics/computeShopStatistics.ts';
import { getReferralTerms } from './ledger/referralSettings.ts';
import { addReferralCode, ensurePartner } from './referral/partners.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** Attribution period of a click, days. */
const CLICK_WINDOW_DAYS = 30;

const HOUR_MS = 3_600_000;

/** The terms of the programme, for visitors. */
export function buildReferralTerms(settings: ExchangeSettings): ReferralTerms {
  const { percent, holdMs, minimum } = getReferralTerms(settings);
  return {
    percent,
    holdHours: holdMs / HOUR_MS,
    minimum: trimTrailingZeros(formatFunds(minimum)),
    windowDays: CLICK_WINDOW_DAYS,
  };
}

type ProgrammeContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db' | 'now'>;

/** Loads the programme of an account: its codes, its money, and its totals. */
export async function loadProgramme(context: ProgrammeContext, userId: string): Promise<ReferralProgramme> {
  const { catalogue, db, now } = context;
  const partner = await ensurePartner(db, userId, now());
  const codes = await db
    .selectFrom('referral_codes')
    .selectAll()
    .where('partner_id', '=', partner.id)
    .orderBy('created_at')
    .orderBy('code')
    .execute();
  const [first] = codes;
  if (!first) throw new Error(`Partner ${partner.id} has no code`);
  const { percent, holdMs, minimum } = getReferralTerms(catalogue.getSnapshot().settings);
  const funds = await loadFunds(db, partner.id, now());
  const { paid } = await db
    .selectFrom('partner_withdrawals')
    .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as('paid'))
    .where('partner_id', '=', partner.id)
    .where('status', '=', 1n)
    .executeTakeFirstOrThrow();
  return {
    code: first.code,
    url: buildReferralUrl(context, first.code),
    percent,
    window: CLICK_WINDOW_DAYS,
    hold: holdMs / HOUR_MS,
    available: formatFunds(funds.available),
    pending: formatFunds(funds.pending),
    paid: formatFunds(paid),
    minimum: formatFunds(minimum),
    ...(await loadPartnerTotals(db, partner.id)),
    codes: codes.map(row => buildCode(context, row)),
    switchedOff: partner.switched_off_at === null ? null : (partner.switched_off_reason ?? ''),
  };
}

/** Builds the link of a code to the home page. */
const buildReferralUrl = ({ config }: Pick<ExchangeContext, 'config'>, code: string): string =>
  `${config.publicOrigin}/?ref=${code}`;

function buildCode(context: ProgrammeContext, { code, label, created_at }: ReferralCodeRow): ReferralCode {
  return { code, label, url: buildReferralUrl(context, code), createdAt: formatInstant(created_at) };
}

/** Creates another code of an account. 400 beyond 50. */
export async function createCode(
  context: ProgrammeContext,
  userId: string,
  label: string,
): Promise<ReferralCode> {
  const { db, now } = context;
  const partner = await ensurePartner(db, userId, now());
  return runInTransaction(db, async trx => {
    // Serialized, so that concurrent requests do not exceed the limit.
    await lockNames(trx, [`partner:${userId}`]);
    const count = await countRows(trx.selectFrom('referral_codes').where('partner_id', '=', partner.id));
    if (count >= MAX_REFERRAL_CODES) throw createFieldProblem({ non_field_errors: { code: 'codes_limit' } });
    return buildCode(context, await addReferralCode(trx, partner.id, { label, now: now() }));
  });
}
