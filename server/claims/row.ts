import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import type { Draft } from './draft.ts';
import { publicNumber } from './number.ts';
import { choose, paymentWindow } from './payment.ts';
import { addressHash } from './secret.ts';

/** The claim's row as it begins. Nobody is told where to pay before the card is verified. */
export async function row(
  { config, secret }: Context,
  trx: Transaction<Schema>,
  draft: Draft,
  number: bigint,
  network: string,
  now: number,
): Promise<ClaimRow> {
  const shown = publicNumber(secret, number);
  const numbers = { key: secret, number, publicNumber: shown };
  const payTo = draft.needsVerification
    ? null
    : await choose(trx, draft.from, draft.city, numbers, now, config.merchants);
  const timed = payTo !== null || draft.needsVerification;
  return {
    id: randomUUID(),
    number,
    public_number: shown,
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
    verification: draft.verification ? 1n : 0n,
    email: draft.email,
    from_requisites: JSON.stringify(draft.fromRequisites),
    to_requisites: JSON.stringify(draft.toRequisites),
    promocode: draft.promocode,
    refferal: draft.refferal,
    address_hash: addressHash(secret, network),
    pay_to: payTo && JSON.stringify(payTo),
    deadline: timed ? BigInt(now + paymentWindow(draft.from.kind)) : null,
    created_at: BigInt(now),
    updated_at: BigInt(now),
  };
}
