import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { ClaimRefund } from '#core/contract/claim/refund.ts';
import type { AccountDevice } from '../../accounts/accountClient.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { validateRequisites } from '../create/validateRequisites.ts';
import { findPendingOffer } from '../recalculation/pendingOffer.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { parseJsonText } from '../../http/parseJsonText.ts';
import {
  createFieldProblem,
  notFoundProblem,
  createProblem,
  type ProblemResult,
} from '../../http/problemResult.ts';
import { changeHoldReason, transitionClaim } from '../status/transitionClaim.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';
import {
  areSameRequisites,
  completeRefundRequisites,
  getRefundFields,
  getRefundRequisites,
} from './refundFields.ts';
import { enqueueRefundLetter } from './refundLetter.ts';
import { setRefundRequisites } from './setRefundRequisites.ts';

/**
 * Requests a refund instead of the offer (hold → refunding), or sets the requisites of a refund in progress. `text` is
 * JSON of ClaimRefund; requisites that the claim already has may be omitted. A refund to other requisites than those of
 * the payment waits on hold for the operator. Returns null on success, also if an earlier call had the same effect.
 */
export async function requestRefund(
  context: ServerContext,
  claim: ClaimRow,
  { text, device }: { text: string; device: AccountDevice },
): Promise<ProblemResult | null> {
  const { from } = getClaimCurrencies(context.catalogue, claim);
  if (!isRefundDecided(claim) && !(await isRefundable(context.db, claim)))
    return createProblem(409, 'transition_forbidden', { status: claim.status });
  const parsed = await parseRefundRequisites(from, claim, text);
  if (!parsed.ok) return parsed;
  const { requisites } = parsed;
  const result = await transactOnClaim(
    context.db,
    claim.id,
    async (trx, row): Promise<{ ok: true } | ProblemResult> => {
      if (!row) return notFoundProblem;
      const forbidden = createProblem(409, 'transition_forbidden', { status: row.status });
      const known = getRefundRequisites(from, row);
      if (isRefundDecided(row) && known)
        return areSameRequisites(known, requisites) ? { ok: true } : forbidden;
      if (!(await isRefundable(trx, row))) return forbidden;
      const at = BigInt(context.now());
      const named = await setRefundRequisites(trx, row, { currency: from, requisites, at });
      // In a network the sender's address says nothing, because it may be an exchange's.
      const goesElsewhere = from.kind !== 'crypto' && named.refund_requisites !== null;
      if (!(await decideRefund(trx, named, goesElsewhere, Number(at)))) return forbidden;
      await enqueueRefundLetter(context, trx, named, { device, at });
      return { ok: true };
    },
  );
  return result.ok ? null : result;
}

/** Moves a claim whose refund has its requisites: on with the refund, or to the operator. Returns whether that is allowed. */
async function decideRefund(
  trx: Kysely<DatabaseSchema>,
  { id, status, reason }: ClaimRow,
  goesElsewhere: boolean,
  now: number,
): Promise<boolean> {
  const change = { id, actor: 'client', now } as const;
  const elsewhere = { ...change, reason: 'refund_elsewhere' } as const;
  if (status === 'hold' && goesElsewhere) {
    await changeHoldReason(trx, elsewhere);
    return true;
  }
  if (status === 'hold') return (await transitionClaim(trx, { ...change, to: 'refunding', reason })).ok;
  return !goesElsewhere || (await transitionClaim(trx, { ...elsewhere, to: 'hold' })).ok;
}

/** Whether the client has requested the refund: it is in progress, or the operator decides on it. */
const isRefundDecided = ({ status, reason }: ClaimRow): boolean =>
  status === 'refunding' ||
  (status === 'hold' && (reason === 'refund_elsewhere' || reason === 'refund_disputed'));

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
    values: completeRefundRequisites(currency, claim, body.output.requisites),
  });
  return Object.keys(fieldErrors).length > 0
    ? createFieldProblem(fieldErrors)
    : { ok: true, requisites: values };
}
