import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { ClaimRefund } from '#core/contract/claim.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { validateRequisites } from '../create/validateRequisites.ts';
import { findPendingOffer } from '../recalculation/pendingOffer.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { parseStoredRequisites } from '../storedRequisites.ts';
import { getRefundRequisites, getRefundFields } from './refundFields.ts';
import { parseJsonText } from '../../http/parseJsonText.ts';
import {
  createFieldProblem,
  notFoundProblem,
  createProblem,
  type ProblemResult,
} from '../../http/problemResult.ts';
import { transitionClaim } from '../status/transitionClaim.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';

/**
 * Requests a refund instead of the offer (hold → refunding), or sets the requisites of a refund in progress. `text` is
 * JSON of ClaimRefund; requisites that the claim already has may be omitted. Returns null on success, also if an
 * earlier call had the same effect.
 */
export async function requestRefund(
  context: ServerContext,
  claim: ClaimRow,
  text: string,
): Promise<ProblemResult | null> {
  const { from } = getClaimCurrencies(context.catalogue, claim);
  const { id } = claim;
  const now = context.now();
  if (!(await isRefundable(context.db, claim)))
    return createProblem(409, 'transition_forbidden', { status: claim.status });
  const parsed = await parseRefundRequisites(from, claim, text);
  if (!parsed.ok) return parsed;
  const result = await transactOnClaim(
    context.db,
    id,
    async (trx, row): Promise<{ ok: true } | ProblemResult> => {
      if (!row) return notFoundProblem;
      const knownRequisites = getRefundRequisites(from, row);
      const forbidden = createProblem(409, 'transition_forbidden', { status: row.status });
      if (row.status === 'refunding' && knownRequisites)
        return Object.entries(parsed.requisites).every(([name, value]) => knownRequisites[name] === value)
          ? { ok: true }
          : forbidden;
      if (!(await isRefundable(trx, row))) return forbidden;
      const values = { ...parseStoredRequisites(row.from_requisites), ...parsed.requisites };
      await trx
        .updateTable('claims')
        .set({ from_requisites: JSON.stringify(values), updated_at: BigInt(now) })
        .where('id', '=', id)
        .execute();
      if (row.status === 'refunding') return { ok: true };
      const { reason } = row;
      const outcome = await transitionClaim(trx, {
        id,
        from: 'hold',
        to: 'refunding',
        reason,
        actor: 'client',
        now,
      });
      return outcome.ok ? outcome : forbidden;
    },
  );
  return result.ok ? null : result;
}

/** Returns whether the client may request a refund: one is in progress, or an offer is pending. */
async function isRefundable(db: Kysely<DatabaseSchema>, claim: ClaimRow): Promise<boolean> {
  if (claim.status === 'refunding') return true;
  const isPaidHold = claim.status === 'hold' && !(await isRepricedUnpaid(db, claim));
  return isPaidHold && (await findPendingOffer(db, claim.id)) !== null;
}

/** Parses and validates the refund requisites with the form's own rules. Errors are named `requisites.<name>`. */
async function parseRefundRequisites(
  currency: Currency,
  claim: ClaimRow,
  text: string,
): Promise<{ ok: true; requisites: Record<string, string> } | ProblemResult> {
  const body = v.safeParse(ClaimRefund, parseJsonText(text));
  if (!body.success) return createFieldProblem({ requisites: { code: 'body_invalid' } });
  const { values, fieldErrors } = await validateRequisites({
    path: 'requisites',
    code: currency.code,
    fields: getRefundFields(currency),
    values: { ...getRefundRequisites(currency, claim), ...body.output.requisites },
  });
  return Object.keys(fieldErrors).length > 0
    ? createFieldProblem(fieldErrors)
    : { ok: true, requisites: values };
}
