import type { Kysely } from 'kysely';
import type { ClaimRequisite, ClaimSide, ClaimStatus } from '#core/contract/claim.ts';
import { actions, isClosed } from '#core/claim/status.ts';
import { toText, type Units } from '#core/exchange/amount.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { confirmations } from '../demo/confirmations.ts';
import { facts, type Facts } from './facts.ts';
import { mask } from './mask.ts';
import { readPayTo } from './payment.ts';
import { knownPlace } from './place.ts';
import { waterfall } from './waterfall.ts';

/** Both currencies of a claim. */
export interface Sides {
  from: Currency;
  to: Currency;
}

/** Finds them, also when they are shown no more. Throws when one is gone: currencies are never removed. */
export function sides(catalogue: Catalogue, claim: Pick<ClaimRow, 'from_id' | 'to_id'>): Sides {
  const from = catalogue.currency(Number(claim.from_id));
  const to = catalogue.currency(Number(claim.to_id));
  if (!from || !to) throw new Error(`a currency of the claim is missing: ${claim.from_id}, ${claim.to_id}`);
  return { from, to };
}

/** Its currencies, and which of its numbers people see: the public one, or (off) the internal one. */
export interface Shown extends Sides {
  usePublicId: boolean;
}

function shown(catalogue: Catalogue, claim: ClaimRow): Shown {
  return { ...sides(catalogue, claim), usePublicId: catalogue.setting('usePublicId') };
}

/** A claim as its maker may see it, by the rows as `db` (a transaction, too) sees them. */
export async function status(
  context: Pick<Context, 'catalogue' | 'config' | 'now'>,
  db: Kysely<Schema>,
  claim: ClaimRow,
  { from, to, usePublicId }: Shown = shown(context.catalogue, claim),
): Promise<ClaimStatus> {
  const known = await facts(db, claim);
  return {
    id: claim.id,
    number: usePublicId ? claim.public_number : String(claim.number),
    status: claim.status,
    reason: claim.reason,
    from: side(from),
    to: side(to),
    fromSumma: toText(claim.from_amount, from.decimals),
    toSumma: toText(claim.to_amount, to.decimals),
    course: claim.course,
    withVerificationCourse: claim.verification === 1n,
    email: claim.email,
    toRequisite: mask(JSON.parse(claim.to_requisites) as Record<string, string>),
    city: claim.city,
    deadline: instant(claim.deadline),
    createdAt: instant(Number(claim.created_at)),
    now: instant(context.now()),
    ...life(claim, { from, to }, known),
    ...(context.config.operator === 'demo' ? played(claim, known, context.now()) : { demo: false }),
  };
}

/** What only the demo operator's play-back knows: no network has seen anything. */
function played({ status }: ClaimRow, { events }: Facts, now: number) {
  const seen = status === 'confirming' ? events.findLast(event => event.to_status === status) : undefined;
  return { demo: true, confirmations: seen ? confirmations(Number(seen.at), now) : null };
}

/** What has become of the claim since it was made, and what its maker can do with it now. */
function life(claim: ClaimRow, { from, to }: Sides, known: Facts) {
  const place = knownPlace(from, claim);
  const offered = known.recalculations.some(({ state }) => state === 'offered');
  const flow = waterfall(claim, { from: from.decimals, to: to.decimals });
  const inTo = (units: bigint) => toText(units, to.decimals);
  return {
    history: known.events.map(event => ({
      status: event.to_status,
      reason: event.reason,
      at: instant(Number(event.at)),
    })),
    can: actions(claim.status, { offered, refundKnown: place !== null }),
    received: known.received === null ? null : toText(known.received, from.decimals),
    recalculations: known.recalculations.map(row => ({
      reason: row.reason,
      fromSumma: toText(row.from_amount, from.decimals),
      course: row.course,
      toSumma: inTo(row.to_amount),
      state: row.state,
      at: instant(Number(row.at)),
    })),
    // The course is promised for as long as there is time to pay.
    courseUntil: instant(claim.deadline),
    waterfall: {
      source: inTo(flow.source),
      margin: inTo(flow.margin),
      discount: inTo(flow.discount),
      rounding: inTo(flow.rounding),
      payout: inTo(flow.payout),
    },
    bills: known.bills.map(({ id, name, type, size }) => ({
      id,
      name: name ?? '',
      type,
      size: Number(size),
    })),
    // Networks are not watched here: an operator says what has come.
    confirmations: null,
    refundTo: place && mask(place),
    verification: known.verification,
    merchant: readPayTo(claim.pay_to)?.kind === 'merchant',
  };
}

/**
 * Where to transfer to for a claim, and how much of its sum is missing after `received`. Null until that is chosen, once
 * the claim is closed, and when a merchant takes the money.
 */
export function requisite(
  claim: ClaimRow,
  { from }: Sides,
  received: Units | null,
  now: number,
): ClaimRequisite | null {
  const payTo = readPayTo(claim.pay_to);
  if (isClosed(claim.status) || payTo === null || payTo.kind === 'merchant') return null;
  const missing = claim.from_amount - (received ?? 0n);
  return {
    ...payTo,
    amount: toText(missing > 0n ? missing : claim.from_amount, from.decimals),
    currency: from.ticker,
    network: from.network,
    deadline: instant(claim.deadline),
    now: instant(now),
  };
}

function side(currency: Currency): ClaimSide {
  const { code, name, ticker, network, icon, decimals } = currency;
  return { code, name, currency: ticker, network, icon, decimals };
}

function instant(time: number): string;
function instant(time: bigint | null): string | null;
function instant(time: number | bigint | null): string | null {
  return time === null ? null : new Date(Number(time)).toISOString();
}
