import type { Closed } from '#core/contract/calculator.ts';
import type { Units } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';
import { message, type MessageCode } from '#core/messages.ts';
import { pairKey, type Currency, type Snapshot } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import type { PairRow } from '../database/schema.ts';
import * as fraction from './fraction.ts';
import { discount } from './percent.ts';

/** Everything that a pair is exchanged at. Units of each side's decimals; percents and courses decimal text. */
export interface Terms {
  ok: true;
  from: Currency;
  to: Currency;
  /** `courseText` as a fraction: what is shown is what counts, to the last digit. */
  rate: course.Rate;
  courseText: string;
  /** Null where the pair has no verification course. */
  verificationCourseText: string | null;
  sourceCourse: string;
  margin: string;
  /** The discount that the courses contain, "0" without one. */
  discount: string;
  /** The same for the wire: null without one. */
  bonus: string | null;
  /** In upper case, null without one. */
  promocode: string | null;
  decimals: course.Decimals;
  /** What the wire says of each side; `limits` follow from it by core's own rule. */
  bounds: Record<course.SideName, { min: Units; minVerification: Units; max: Units | null }>;
  limits: course.Limits;
  /** In verification mode: the smaller minimum at the verification course; `limits` where there is no such course. */
  limitsVerification: course.Limits;
  /** Free reserve of the receive side. */
  reserve: Units;
  /** Why it cannot be exchanged now; null when it can. */
  closed: Closed | null;
}

/** A pair that has no price now: no fresh rate, or it jumped, or what the operator set for it cannot be read. */
export interface Unpriced {
  ok: false;
  code: 'rate_stale' | 'rate_jump' | 'direction_closed';
  detail: string;
  from: Currency;
  to: Currency;
}

/** Why there are no terms; `promocode` codes belong to that field. */
export interface NoTerms {
  ok: false;
  code: 'pair_unknown' | 'promocode_invalid' | 'promocode_used';
  detail: string;
}

/** What the terms are asked with: a promocode in any case, and the catalogue as a claim's transaction sees it. */
export interface Asking {
  promocode?: string | null | undefined;
  snapshot?: Snapshot | undefined;
}

type Needs = Pick<Context, 'catalogue' | 'rates'>;

/** A reason as the wire carries it. */
export function closedBy(code: MessageCode, detail: string | null = null): Closed {
  return { code, detail: detail ?? message<MessageCode>(code) };
}

/** Whether the catalogue has this pair at all: both sides shown, another currency, and coins on one side at least. */
export function isPair(from: Currency | undefined, to: Currency | undefined): boolean {
  return (
    from !== undefined &&
    to !== undefined &&
    from.id !== to.id &&
    from.sendVisible &&
    to.receiveVisible &&
    (from.kind === 'crypto' || to.kind === 'crypto')
  );
}

/** The one place where a course, its limits and the reasons for a closed pair come from. */
export function terms(
  context: Needs,
  fromId: number,
  toId: number,
  asking: Asking = {},
): Terms | Unpriced | NoTerms {
  const snapshot = asking.snapshot ?? context.catalogue.snapshot();
  const [from, to] = [snapshot.byId.get(fromId), snapshot.byId.get(toId)];
  if (!from || !to || !isPair(from, to)) return refuse('pair_unknown');
  const promocode = asking.promocode?.trim().toUpperCase() || null;
  const promo = promocode === null ? null : snapshot.promocodes.get(promocode);
  if (promo === undefined || promo?.active === 0n) return refuse('promocode_invalid');
  if (promo && promo.single_use === 1n && promo.used > 0n) return refuse('promocode_used');
  if (snapshot.isSpoilt(fromId, toId)) return { ...refuse('direction_closed'), from, to };
  const pair = snapshot.pairs.get(pairKey(fromId, toId));
  const source = context.rates.source(from.ticker, to.ticker);
  if (!source.ok) return { ...refuse(source.code), from, to };
  const { settings } = snapshot;
  const margin = pair?.margin ?? marginOf(from, to, settings);
  const frozen = pair?.frozen_course ?? null;
  // A course that the operator holds is final: it has no margin to take a discount from.
  const contained = frozen === null ? discount(pair?.discount ?? null, margin, promo?.percent ?? null) : '0';
  const exact =
    frozen === null
      ? fraction.more(fraction.less(source.rate, fraction.percent(margin)), fraction.percent(contained))
      : course.parse(frozen);
  const better = fraction.more(exact, fraction.percent(settings.verification_bonus));
  const courseText = course.toText(exact);
  const verificationCourseText = hasPerson(from) || hasPerson(to) ? course.toText(better) : null;
  return {
    ok: true,
    from,
    to,
    courseText,
    verificationCourseText,
    sourceCourse: course.toText(source.rate),
    margin,
    discount: contained,
    bonus: contained === '0' ? null : contained,
    promocode,
    ...limits(snapshot, pair, from, to, courseText, verificationCourseText),
  };
}

function refuse<Code extends MessageCode>(code: Code) {
  return { ok: false, code, detail: message<MessageCode>(code) } as const;
}

/** Banks and transfers by phone know whose money it is, so there is somebody to verify. */
function hasPerson({ kind }: Currency): boolean {
  return kind === 'bank' || kind === 'system';
}

function marginOf(from: Currency, to: Currency, settings: Snapshot['settings']): string {
  if (from.kind !== 'crypto') return settings.margin_buy;
  return to.kind === 'crypto' ? settings.margin_swap : settings.margin_sell;
}

function limits(
  snapshot: Snapshot,
  pair: PairRow | undefined,
  from: Currency,
  to: Currency,
  courseText: string,
  verificationCourseText: string | null,
) {
  const rate = course.parse(courseText);
  const decimals = { from: from.decimals, to: to.decimals };
  const held = snapshot.reserves.get(to.id);
  const [amount, taken] = [held?.amount ?? 0n, held?.held ?? 0n];
  const received = least(course.reserveMax(amount, taken), to.max);
  const sent = least(from.max, pair?.max ?? null);
  const usual = course.limits({ min: from.min, max: sent }, { min: to.min, max: received }, rate, decimals);
  const verified =
    verificationCourseText === null
      ? usual
      : course.limits(
          { min: from.minVerification, max: sent },
          { min: to.minVerification, max: received },
          course.parse(verificationCourseText),
          decimals,
        );
  const bounds = {
    from: { min: usual.from.min, minVerification: verified.from.min, max: usual.from.max },
    to: { min: to.min, minVerification: to.minVerification, max: received },
  };
  const closed =
    reason(pair, from, to) ?? (isEmpty(usual) && isEmpty(verified) ? closedBy('reserve_empty') : null);
  return {
    rate,
    decimals,
    bounds,
    limits: usual,
    limitsVerification: verified,
    reserve: amount - taken,
    closed,
  };
}

/** The operator's reasons, the currencies' before the pair's. */
function reason(pair: PairRow | undefined, from: Currency, to: Currency): Closed | null {
  const sentence = from.sendClosed ?? to.receiveClosed ?? pair?.closed ?? null;
  return sentence === null ? null : closedBy('direction_closed', sentence);
}

function isEmpty({ from }: course.Limits): boolean {
  return from.max !== null && from.max < from.min;
}

function least(a: Units | null, b: Units | null): Units | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
