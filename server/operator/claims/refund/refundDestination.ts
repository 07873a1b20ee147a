import type { ClaimRefundDestination } from '#core/contract/operator/claimChanges.ts';
import type { OperatorAction, OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type * as v from 'valibot';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { publishClaimChange } from '#server/exchange/claims/claimSubscribers.ts';
import { validateRequisites } from '#server/exchange/claims/create/validateRequisites.ts';
import {
  areSameRequisites,
  getRefundFields,
  getRefundRequisites,
  setRefundRequisites,
  type RefundRequisites,
} from '#server/exchange/claims/refund/refundFields.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { createProblem, refuseFields } from '#server/platform/http/problem.ts';
import type { AuditEntry } from '../../auditLog.ts';
import { refuse, throwProblem, type ChangeContext } from '../../defineCommand.ts';
import { formatAlternatives } from '../../formatText.ts';
import { SUPPORT_DEVICE } from '../../operatorContext.ts';

/** The destination in the audit log that is the requisites of the payment. */
export const PAYER = 'payer';

/** Statuses in which the destination of a refund can still be changed. */
const CORRECTABLE_STATUSES: readonly ClaimRow['status'][] = ['hold', 'payout_error', 'refunding'];

/**
 * Changes where the refund of a locked claim goes. While the refund is in progress, the client gets a message and can
 * stop it. Refuses a claim in another status. Returns the detail of the audit entry, which has no requisites.
 */
export async function changeRefundDestination(
  context: ChangeContext,
  claim: ClaimRow,
  currency: Currency,
  requisites: RefundRequisites,
): Promise<AuditEntry['detail'] & { destination: string }> {
  const { public_number: number, status } = claim;
  if (!CORRECTABLE_STATUSES.includes(status))
    refuse(
      `${number} is ${status}: a refund is corrected in the status ${formatAlternatives(CORRECTABLE_STATUSES)}.`,
      createProblem(409, 'transition_forbidden', { status, allowed: CORRECTABLE_STATUSES }),
    );
  const at = BigInt(context.now());
  const named = await setRefundRequisites(context.db, claim, { currency, requisites, at });
  if (status === 'refunding')
    await publishClaimChange(context, context.db, 'refundNamed', {
      claim: named,
      device: SUPPORT_DEVICE,
      at,
    });
  return { destination: named.refund_requisites === null ? PAYER : 'other' };
}

/**
 * Enters the destination that the client has told to staff. The same destination again has no effect. Returns the detail
 * of the audit entry, null without effect. 400 `values.<name>`; 409 `claim_changed` if another destination is known than
 * the one seen, `refund_named` if one is known and not to be replaced.
 */
export async function nameRefundDestination(
  context: ChangeContext,
  claim: ClaimRow,
  currency: Currency,
  { values: given, known: seen, replace }: v.InferOutput<typeof ClaimRefundDestination>,
): Promise<AuditEntry['detail'] | null> {
  const { status } = claim;
  const { code } = currency;
  const fields = getRefundFields(currency);
  const { values, fieldErrors } = await validateRequisites({ path: 'values', code, fields, values: given });
  refuseFields(fieldErrors);
  const known = getRefundRequisites(currency, claim);
  if (known && areSameRequisites(known, values)) return null;
  if (!areSameRequisites(known ?? {}, seen ?? {})) throw createProblem(409, 'claim_changed', { status });
  if (known && !replace) throw createProblem(409, 'refund_named');
  return changeRefundDestination(context, claim, currency, values).catch(throwProblem);
}

/** 409 `refund_unnamed` if the refund cannot be closed, because its destination is not recorded. */
export function checkRefundDestination(claim: ClaimRow, currency: Currency): void {
  if (getRefundRequisites(currency, claim) === null) throw createProblem(409, 'refund_unnamed');
}

/** What a form for the destination of a claim's refund needs; null if the claim has no refund. */
export function describeRefundDestination(
  claim: ClaimRow,
  currency: Currency,
  actions: readonly OperatorAction[],
): OperatorClaimDetail['refundDestination'] {
  const fields = getRefundFields(currency);
  const canBeRefunded = claim.status === 'refunding' || actions.some(({ to }) => to === 'refunding');
  return canBeRefunded && fields.length > 0
    ? { right: 'refunds', fields, known: getRefundRequisites(currency, claim) }
    : null;
}
