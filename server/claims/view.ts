import type { ClaimRequisite, ClaimSide, ClaimStatus } from '#core/contract/claim.ts';
import { toText } from '#core/exchange/amount.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { ClaimRow } from '../database/schema.ts';
import { mask } from './mask.ts';
import { readPayTo } from './payment.ts';

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

/** A claim as its maker may see it; by its public number or (usePublicId off) the internal one. */
export function status(claim: ClaimRow, { from, to }: Sides, usePublicId: boolean, now: number): ClaimStatus {
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
    now: instant(now),
  };
}

/** Where to pay for a claim, or null until that is chosen. */
export function requisite(claim: ClaimRow, { from }: Sides, now: number): ClaimRequisite | null {
  const payTo = readPayTo(claim.pay_to);
  return (
    payTo && {
      ...payTo,
      amount: toText(claim.from_amount, from.decimals),
      currency: from.ticker,
      network: from.network,
      deadline: instant(claim.deadline),
      now: instant(now),
    }
  );
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
