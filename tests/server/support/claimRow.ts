import { randomUUID } from 'node:crypto';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';

let claimNumber = 0n;

/** Builds a valid claim row from currency 1 to currency 2 with a unique id and numbers. */
export function createClaimRow(overrides: Partial<ClaimRow> = {}): ClaimRow {
  claimNumber++;
  return {
    id: randomUUID(),
    number: claimNumber,
    public_number: `N${claimNumber}`,
    status: 'waiting',
    offer_due_at: null,
    erased_at: null,
    reason: null,
    from_id: 1n,
    to_id: 2n,
    city: null,
    from_amount: 100n,
    to_amount: 100n,
    course: '1',
    source_course: '1',
    margin: '0',
    discount: '0',
    uncapped_course: null,
    verification: 0n,
    email: 'person@example.com',
    user_id: null,
    from_requisites: '{}',
    to_requisites: '{}',
    refund_requisites: null,
    usd_price: null,
    turnover: null,
    promocode: null,
    refferal: null,
    address_hash: 'hash',
    secret_key_id: null,
    pay_to: null,
    deadline: null,
    created_at: 1n,
    updated_at: 1n,
    ...overrides,
  };
}
