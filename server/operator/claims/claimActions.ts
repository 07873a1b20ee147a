import * as v from 'valibot';
import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import type { ActionEffect, OperatorAction } from '#core/contract/operator/claimDetail.ts';
import type { StaffRight } from '#core/contract/operator/staff.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { UNPAYABLE_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { listNextStatuses } from '#server/exchange/claims/status/nextStatuses.ts';
import { RESERVED_STATUSES } from '#server/exchange/claims/status/transitionClaim.ts';
import { needsEmail } from '#server/notifications/emails/text/composeClaimEmail.ts';
import type { PayoutRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { orderActions } from './actionOrder.ts';
import { PAYING_OUT_STATUSES } from './changeClaim.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';
import { PAYOUT_KINDS } from './transferReference.ts';

type Effect = v.InferOutput<typeof ActionEffect>;
type Input = OperatorAction['needs'][number];

/** Statuses that a person enters only with a reason. */
const EXPLAINED_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['hold', 'rejected']);

/** Status → the right to set it; all others need `payments`. */
const STATUS_RIGHTS: Partial<Record<ClaimStatusCode, StaffRight>> = {
  payout: 'payouts',
  payout_error: 'payouts',
  completed: 'payouts',
  refunding: 'refunds',
  refunded: 'refunds',
  rejected: 'refunds',
};

/** Returns the right to set a status. */
export const getStatusRight = (to: ClaimStatusCode): StaffRight => STATUS_RIGHTS[to] ?? 'payments';

/** What decides about the actions besides the claim itself. */
interface ActionFacts {
  received: Units | null;
  held: Units;
  /** Kinds of the transfers to the client that are recorded. */
  transfers: ReadonlySet<string>;
}

/** Lists the statuses that a claim may get now, with what each needs and does. */
export async function listClaimActions(db: Db, claim: ClaimWithCurrencies): Promise<OperatorAction[]> {
  const payouts = await db.selectFrom('payouts').select('kind').where('claim_id', '=', claim.id).execute();
  const facts = {
    received: await getReceivedTotal(db, claim.id),
    held: await getHeldAmount(db, claim.id),
    transfers: new Set<string>(payouts.map(({ kind }) => kind)),
  };
  const isCrypto = claim.from_kind === 'crypto';
  const nextStatuses = listNextStatuses(claim.status, {
    isCrypto,
    isMoneyReceived: facts.received !== null,
  });
  // Only a network confirms payments.
  const possible = nextStatuses.filter(
    to => (isCrypto || to !== 'confirming') && !ignoresMoney(claim, to, facts.received),
  );
  const actions = possible.map(to => {
    const kind = PAYOUT_KINDS[to];
    const isOver = isClosedStatus(to);
    const needsReference = kind !== undefined && isOver && !facts.transfers.has(kind);
    const needs: Input[] = [
      ...(needsReference ? ['reference' as const] : []),
      ...(EXPLAINED_STATUSES.has(to) ? ['reason' as const] : []),
      ...(PAYING_OUT_STATUSES.has(to) && facts.received === null ? ['force' as const] : []),
    ];
    const accepts: Input[] = [
      ...(kind !== undefined && !needsReference ? ['reference' as const] : []),
      ...(to === 'refunding' ? ['reason' as const] : []),
    ];
    const isRepriced = to === 'hold' && UNPAYABLE_STATUSES.has(claim.status);
    const reasons = isRepriced ? (['rate_moved'] as const) : [];
    return {
      to,
      right: getStatusRight(to),
      needs,
      accepts,
      reasons: [...reasons],
      effects: listEffects(claim, to, facts),
      transfer: kind === undefined ? null : describeTransfer(claim, kind, facts.received),
    };
  });
  return orderActions(actions);
}

/** Whether a status requires the whole amount again, which has arrived, or closes the claim as one without money. */
const ignoresMoney = (
  { from_amount }: Pick<ClaimWithCurrencies, 'from_amount'>,
  to: ClaimStatusCode,
  received: Units | null,
): boolean => received !== null && (to === 'expired' || (to === 'waiting' && received >= from_amount));

function describeTransfer(
  claim: ClaimWithCurrencies,
  kind: PayoutRow['kind'],
  received: Units | null,
): NonNullable<OperatorAction['transfer']> {
  if (kind === 'payout')
    return {
      kind,
      amount: unitsToDecimal(claim.to_amount, Number(claim.to_decimals)),
      currency: claim.to_code,
    };
  const amount = received === null ? null : unitsToDecimal(received, Number(claim.from_decimals));
  return { kind, amount, currency: claim.from_code };
}

/** Lists what `transitionClaim` does with this status besides the change. */
function listEffects(claim: ClaimWithCurrencies, to: ClaimStatusCode, facts: ActionFacts): Effect[] {
  const { received, held } = facts;
  const sent = (code: Effect['code'], units: Units): Effect => ({
    code,
    amount: unitsToDecimal(units, Number(claim.from_decimals)),
    currency: claim.from_code,
  });
  const paid = (code: Effect['code'], units: Units): Effect => ({
    code,
    amount: unitsToDecimal(units, Number(claim.to_decimals)),
    currency: claim.to_code,
  });
  const plain = (code: Effect['code']): Effect => ({ code, amount: null, currency: null });
  const effects: Effect[] = [];
  if (to === 'completed') {
    const total = received ?? claim.from_amount;
    const exchanged = total < claim.from_amount ? total : claim.from_amount;
    effects.push(paid('reserve_paid_out', held), sent('reserve_credited', exchanged));
    if (total > exchanged) effects.push(sent('money_unsettled', total - exchanged));
  } else if (isClosedStatus(to)) {
    if (held > 0n) effects.push(paid('reserve_released', held));
    if (to === 'rejected' && received !== null) effects.push(sent('money_unsettled', received));
    if (claim.promocode !== null) effects.push(plain('promocode_returned'));
  } else if (held === 0n && (isClosedStatus(claim.status) || RESERVED_STATUSES.has(to)))
    effects.push(paid('reserve_held', claim.to_amount));
  if ((to === 'paid' || to === 'confirming') && received !== null) {
    const rest = received - claim.from_amount;
    if (rest < 0n) effects.push(paid('payout_unchanged', claim.to_amount));
    else if (claim.reason === 'paid_late') effects.push(paid('course_unchanged', claim.to_amount));
    if (rest > 0n) effects.push(sent('money_unsettled', rest));
  }
  if (to === 'waiting')
    effects.push(
      received === null ? plain('client_decides') : sent('client_pays_rest', claim.from_amount - received),
    );
  if (isClosedStatus(to)) effects.push(plain('claim_closed'));
  if (needsEmail(to, claim)) effects.push(plain('client_notified'));
  return effects;
}
