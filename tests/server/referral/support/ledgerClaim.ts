import { randomUUID } from 'node:crypto';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';

/** Internal numbers of claims that no server has created begin here. */
const FIRST_NUMBER = 1_000_000_000n;

/** Builds a claim of USDTTRC20 to LTC that waits to be completed: `amount` units sent, with a profit of 0.5 %. */
export function buildLedgerClaim(
  { catalogue, now }: Pick<ServerContext, 'catalogue' | 'now'>,
  amount: bigint,
): ClaimRow {
  const id = randomUUID();
  const find = (code: string) => BigInt(catalogue.findCurrencyByCode(code)?.id ?? 0);
  const at = BigInt(now());
  return {
    id,
    number: FIRST_NUMBER + BigInt(`0x${id.slice(0, 8)}`) * 65_536n + BigInt(`0x${id.slice(9, 13)}`),
    public_number: id.slice(0, 13),
    status: 'payout',
    reason: null,
    from_id: find('USDTTRC20'),
    to_id: find('LTC'),
    city: null,
    from_amount: amount,
    // 0.01 LTC for 1 USDT at the market, 0.00995 for the client.
    to_amount: amount * 9_950n,
    course: '0.00995',
    source_course: '0.01',
    margin: '0.5',
    discount: '0',
    uncapped_course: null,
    verification: 0n,
    email: 'visitor@example.org',
    user_id: null,
    from_requisites: '{}',
    to_requisites: '{}',
    refund_requisites: null,
    usd_price: '1',
    turnover: null,
    promocode: null,
    refferal: null,
    address_hash: '',
    secret_key_id: null,
    pay_to: null,
    deadline: null,
    offer_due_at: null,
    erased_at: null,
    created_at: at,
    updated_at: at,
  };
}
