import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import { decimalToUnits, type Units } from '#core/exchange/amount.ts';
import { parseSettings, type ExchangeSettings } from '#server/exchange/catalogue/exchangeSettings.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** The terms of the programme. */
export interface ReferralTerms {
  /** The partner's share of a claim's profit, decimal text. */
  percent: string;
  /** Time until an accrual becomes available, milliseconds. */
  holdMs: number;
  /** The smallest withdrawal, units of 1/10,000 USD. */
  minimum: Units;
}

const HOUR_MS = 3_600_000;
const TERM_SETTINGS = ['referral_percent', 'referral_hold_hours', 'referral_minimum'] as const;

/** Reads the terms from the settings of the exchange. */
export const getReferralTerms = (
  settings: Pick<ExchangeSettings, (typeof TERM_SETTINGS)[number]>,
): ReferralTerms => ({
  percent: settings.referral_percent,
  holdMs: Number(settings.referral_hold_hours) * HOUR_MS,
  minimum: decimalToUnits(settings.referral_minimum, REFERRAL_DECIMALS),
});

/** Loads the terms in the caller's transaction: a cache may be outdated by a second. */
export async function loadReferralTerms(trx: Db): Promise<ReferralTerms> {
  const rows = await trx.selectFrom('settings').selectAll().where('name', 'in', TERM_SETTINGS).execute();
  return getReferralTerms(parseSettings(new Map(rows.map(({ name, value }) => [name, value]))).settings);
}
