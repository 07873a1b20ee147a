import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import type { WithdrawalMethod } from '#core/contract/account/withdrawals.ts';
import { decimalToUnits, type Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { findRequisite } from '#server/accounts/requisites/changeRequisite.ts';
import { openValues } from '#server/accounts/requisites/storedRequisite.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { ONE, divideFractions } from '#server/exchange/courses/prices/fraction.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { formatFunds } from '../ledger/postEntry.ts';

type MethodContext = Pick<ExchangeContext, 'catalogue' | 'rates'>;

/** Default fees of the currencies that are open unless the operator has changed them: code → USD. */
const DEFAULT_FEES: Readonly<Record<string, string>> = { USDTTRC20: '1.5', USDTTON: '0.2', SBPRUB: '0' };

/** A currency for payouts to partners. */
export interface PayoutMethod {
  currency: Currency;
  /** Units of 1/10,000 USD. */
  fee: Units;
  /** Why it is closed, a sentence; null: open. */
  closed: string | null;
}

/** Lists the currencies for payouts to partners: the operator's, and the defaults that the operator has not changed. */
export async function listMethods(db: Db, catalogue: ExchangeContext['catalogue']): Promise<PayoutMethod[]> {
  const rows = await db.selectFrom('withdrawal_methods').selectAll().execute();
  const set = new Map(rows.map(row => [Number(row.currency_id), row]));
  return catalogue.getSnapshot().currencies.flatMap(currency => {
    const row = set.get(currency.id);
    if (row) return [{ currency, fee: row.fee, closed: row.closed }];
    const fee = Object.hasOwn(DEFAULT_FEES, currency.code) ? DEFAULT_FEES[currency.code] : undefined;
    return fee === undefined ? [] : [{ currency, fee: decimalToUnits(fee, REFERRAL_DECIMALS), closed: null }];
  });
}

/** A saved requisite of an account with its values, and the open method that pays to it. */
export interface PayoutDestination {
  requisite: SavedRequisiteRow;
  values: Record<string, string>;
  method: PayoutMethod;
}

/** Finds the destination of payouts: 400 on the field `requisite` if it is unknown or its currency is closed. */
export async function findDestination(
  context: Pick<ExchangeContext, 'catalogue' | 'keys' | 'log'>,
  trx: Db,
  owned: { userId: string; id: string },
): Promise<PayoutDestination> {
  const requisite = await findRequisite(trx, owned);
  const values = requisite && openValues(context, requisite);
  if (!requisite || !values) throw createFieldProblem({ requisite: { code: 'requisite_unknown' } });
  const methods = await listMethods(trx, context.catalogue);
  const method = methods.find(({ currency }) => BigInt(currency.id) === requisite.currency_id);
  if (!method || method.closed !== null) throw createFieldProblem({ requisite: { code: 'method_closed' } });
  return { requisite, values, method };
}

/** Returns the units of a currency for 1 USD now, decimal text; null without a price. */
export function getPayoutCourse(
  { rates }: Pick<MethodContext, 'rates'>,
  { ticker }: Currency,
): string | null {
  const price = rates.getPrice(ticker);
  if (!price.ok) return null;
  return courseToDecimal(divideFractions(ONE, price.ask));
}

/** Converts an amount without its fee to units of the currency, rounded down. */
export function calculatePayout(
  amount: Units,
  course: string,
  { decimals }: Pick<Currency, 'decimals'>,
): Units {
  return toReceiveUnits(amount, parseCourse(course), { from: REFERRAL_DECIMALS, to: decimals }, 'down');
}

/** Builds a method for partners. */
export function buildMethod(
  context: MethodContext,
  { currency, fee, closed }: PayoutMethod,
): WithdrawalMethod {
  return {
    to: toClaimSide(currency),
    course: getPayoutCourse(context, currency),
    fee: formatFunds(fee),
    closed,
  };
}
