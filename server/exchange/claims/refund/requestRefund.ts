import * as v from 'valibot';
import { ClaimRefund } from '#core/contract/claim/refund.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { validateRequisites } from '../create/validateRequisites.ts';
import { findPendingOffer } from '../recalculation/recalculation.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { publishClaimChange, type ClaimChangeContext, type ClientDevice } from '../claimSubscribers.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { parseJsonText } from '#server/platform/http/request/parseJsonText.ts';
import { createFieldProblem, createProblem, refuseFields } from '#server/platform/http/problem.ts';
import { changeHoldReason, transitionClaim } from '../status/transitionClaim.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';
import {
  areSameRequisites,
  completeRefundRequisites,
  getRefundFields,
  getRefundRequisites,
  setRefundRequisites,
} from './refundFields.ts';

/**
 * Requests a refund instead of the offer (hold → refunding), or sets the requisites of a refund in progress. `text` is
 * JSON of ClaimRefund; requisites that the claim already has may be omitted. A refund to other requisites than those of
 * the payment stays on hold for the operator. A repetition has no effect.
 */
export async function requestRefund(
  context: ExchangeContext,
  claim: ClaimRow,
  { text, device }: { text: string; device: ClientDevice },
): Promise<void> {
  const { from } = getClaimCurrencies(context.catalogue, claim);
  if (!isRefundDecided(claim) && !(await isRefundable(context.db, claim)))
    throw createProblem(409, 'transition_forbidden', { status: claim.status });
  const requisites = await parseRefundRequisites(from, claim, text);
  await transactOnClaim(context.db, claim.id, async (trx, row) => {
    const known = getRefundRequisites(from, row);
    const isDecided = isRefundDecided(row) && known;
    if (isDecided && areSameRequisites(known, requisites)) return;
    if (isDecided || !(await isRefundable(trx, row)))
      throw createProblem(409, 'transition_forbidden', { status: row.status });
    const at = BigInt(context.now());
    const named = await setRefundRequisites(trx, row, { currency: from, requisites, at });
    // The sender's address in a network is no evidence of the owner, because it may belong to an exchange.
    const goesElsewhere = from.kind !== 'crypto' && named.refund_requisites !== null;
    await decideRefund(context, trx, named, goesElsewhere, Number(at));
    await publishClaimChange(context, trx, 'refundNamed', { claim: named, device, at });
  });
}

/** Continues a refund whose requisites are complete, or leaves it to the operator. */
async function decideRefund(
  context: ClaimChangeContext,
  trx: Db,
  { id, status, reason }: ClaimRow,
  goesElsewhere: boolean,
  now: number,
): Promise<void> {
  const change = { id, actor: 'client', now } as const;
  const elsewhere = { ...change, reason: 'refund_elsewhere' } as const;
  if (status === 'hold' && goesElsewhere) await changeHoldReason(context, trx, elsewhere);
  else if (status === 'hold') await transitionClaim(context, trx, { ...change, to: 'refunding', reason });
  else if (goesElsewhere) await transitionClaim(context, trx, { ...elsewhere, to: 'hold' });
}

/** Whether the client has requested the refund: it is in progress, or waits for the operator's decision. */
const isRefundDecided = ({ status, reason }: ClaimRow): boolean =>
  status === 'refunding' ||
  (status === 'hold' && (reason === 'refund_elsewhere' || reason === 'refund_disputed'));

/** Returns whether the client may request a refund: one is in progress, or an offer is pending. */
async function isRefundable(db: Db, claim: ClaimRow): Promise<boolean> {
  if (claim.status === 'refunding') return true;
  const isPaidHold = claim.status === 'hold' && !(await isRepricedUnpaid(db, claim));
  return isPaidHold && (await findPendingOffer(db, claim.id)) !== null;
}

/** Parses and validates the refund requisites with the form's own rules. Error keys are `requisites.<name>`. */
async function parseRefundRequisites(
  currency: Currency,
  claim: ClaimRow,
  text: string,
): Promise<Record<string, string>> {
  const body = v.safeParse(ClaimRefund, parseJsonText(text));
  if (!body.success) throw createFieldProblem({ requisites: { code: 'body_invalid' } });
  const { values, fieldErrors } = await validateRequisites({
    path: 'requisites',
    code: currency.code,
    fields: getRefundFields(currency),
    values: completeRefundRequisites(currency, claim, body.output.requisites),
  });
  refuseFields(fieldErrors);
  return values;
}
