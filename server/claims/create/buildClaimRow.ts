import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import type { ClaimDraft } from './claimDraft.ts';
import { toPublicNumber } from '../claimNumber.ts';
import { choosePaymentTarget } from '../payment/choosePaymentTarget.ts';
import { getPaymentWindowMs } from '../payment/paymentTarget.ts';
import { VERIFICATION_WINDOW_MS } from '../status/claimDeadline.ts';

/**
 * Builds the row of a new claim. A claim that needs card verification gets no payment target yet. Nobody pays a
 * simulated claim, so its sum may equal another's.
 */
export async function buildClaimRow(
  { config, keys }: ServerContext,
  trx: Transaction<DatabaseSchema>,
  draft: ClaimDraft,
  number: bigint,
  network: string,
  now: number,
  isSimulated = false,
): Promise<ClaimRow> {
  const publicNumber = toPublicNumber(keys.numberingKey, number);
  const payable = {
    currency: draft.from,
    city: draft.city,
    amount: isSimulated ? null : draft.sums.from,
    number,
    publicNumber,
    numberingKey: keys.numberingKey,
  };
  const paymentTarget = draft.needsVerification
    ? null
    : await choosePaymentTarget(trx, payable, now, config.merchants);
  const windowMs = draft.needsVerification
    ? VERIFICATION_WINDOW_MS
    : paymentTarget && getPaymentWindowMs(draft.from.kind);
  return {
    id: randomUUID(),
    number,
    public_number: publicNumber,
    status: 'new',
    reason: null,
    from_id: BigInt(draft.from.id),
    to_id: BigInt(draft.to.id),
    city: draft.city,
    from_amount: draft.sums.from,
    to_amount: draft.sums.to,
    course: draft.price.course,
    source_course: draft.price.sourceCourse,
    margin: draft.price.margin,
    discount: draft.price.discount,
    verification: draft.usesVerificationCourse ? 1n : 0n,
    email: draft.email,
    from_requisites: JSON.stringify(draft.fromRequisites),
    to_requisites: JSON.stringify(draft.toRequisites),
    promocode: draft.promocode,
    refferal: draft.refferal,
    address_hash: keys.hash('claim-address', network),
    pay_to: paymentTarget && JSON.stringify(paymentTarget),
    secret_key_id: keys.currentId,
    offer_due_at: null,
    erased_at: null,
    deadline: windowMs === null ? null : BigInt(now + windowMs),
    created_at: BigInt(now),
    updated_at: BigInt(now),
  };
}
