import type { AccountPromocode } from '#core/contract/account/accountOverview.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { PromocodeRow } from '#server/platform/database/catalogueRows.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { checkPromocode } from '#server/exchange/courses/pricing.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { formatInstantOrNull } from '#server/platform/formatInstant.ts';

/** Largest number of promocodes of an account. */
const MAX_PROMOCODES = 50;

type PromocodeContext = Pick<ExchangeContext, 'db' | 'catalogue' | 'now'>;

/** Lists the promocodes of an account, the newest first. */
export async function listAccountPromocodes(
  { db, now }: PromocodeContext,
  userId: string,
): Promise<AccountPromocode[]> {
  const rows = await db
    .selectFrom('account_promocodes')
    .innerJoin('promocodes', 'promocodes.code', 'account_promocodes.code')
    .selectAll('promocodes')
    .where('user_id', '=', userId)
    .orderBy('added_at', 'desc')
    .orderBy('promocodes.code')
    .execute();
  return rows.map(row => buildPromocode(row, now()));
}

/**
 * Saves a promocode to an account; a repetition has no effect. Refuses a code that cannot be used now, and more than
 * 50, with an error of the field `code`.
 */
export async function addAccountPromocode(
  { db, catalogue, now }: PromocodeContext,
  userId: string,
  text: string,
): Promise<AccountPromocode> {
  const code = text.toUpperCase();
  const row = catalogue.getSnapshot().promocodes.get(code);
  const refusal = checkPromocode(row, now());
  if (!row || refusal) throw createFieldProblem({ code: { code: refusal ?? 'promocode_invalid' } });
  const count = await countRows(
    db.selectFrom('account_promocodes').where('user_id', '=', userId).where('code', '!=', code),
  );
  if (count >= MAX_PROMOCODES) throw createFieldProblem({ code: { code: 'promocodes_limit' } });
  await db
    .insertInto('account_promocodes')
    .values({ user_id: userId, code, added_at: BigInt(now()) })
    .onConflict(conflict => conflict.columns(['user_id', 'code']).doNothing())
    .execute();
  return buildPromocode(row, now());
}

function buildPromocode(row: PromocodeRow, now: number): AccountPromocode {
  const { code, percent, single_use, valid_until } = row;
  const refusal = checkPromocode(row, now);
  return {
    code,
    percent,
    singleUse: single_use === 1n,
    validUntil: formatInstantOrNull(valid_until),
    status: refusal === null ? 'active' : refusal === 'promocode_used' ? 'used' : 'expired',
    reason: refusal && formatAccountMessage(refusal),
  };
}
