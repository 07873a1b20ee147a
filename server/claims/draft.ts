import type { Transaction } from 'kysely';
import { fromText } from '#core/exchange/amount.ts';
import { fields as inputs } from '../catalogue/fields.ts';
import { read, type Currency } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import type { Schema } from '../database/schema.ts';
import { terms } from '../rates/pricing.ts';
import { approved } from '../verification/approved.ts';
import { numberOf } from '../verification/card.ts';
import type { Sums } from './amounts.ts';
import type { Body } from './body.ts';
import * as requisites from './fields.ts';
import * as price from './price.ts';
import { fields, problem, type Faults, type Refusal } from './refusal.ts';

/** A claim that is right by the catalogue, the course and the limits; what only the tables know comes later. */
export interface Draft {
  from: Currency;
  to: Currency;
  sums: Sums;
  price: price.Price;
  /** Whether the sums are of the verification course. */
  verification: boolean;
  /** Whether the card has to be verified before anybody is told where to pay: not when it was in the last year. */
  needsVerification: boolean;
  email: string;
  fromRequisites: Record<string, string>;
  toRequisites: Record<string, string>;
  city: string | null;
  /** In upper case. */
  promocode: string | null;
  refferal: string | null;
  usePublicId: boolean;
}

/** Closed a moment ago: ask again in this many seconds. */
const MAINTENANCE_RETRY = 60;

/** Sending this many roubles from a card asks for its verification. */
export const VERIFIED_FROM = '15000';

/** Body → draft, by the rows as `trx` sees them. The refusal names every wrong field at once. */
export async function check(
  context: Context,
  trx: Transaction<Schema>,
  body: Body,
): Promise<{ ok: true; draft: Draft } | Refusal> {
  if (![body.fromPs, body.toPs].every(Number.isSafeInteger)) return problem(404, 'pair_unknown');
  const snapshot = await read(trx, [body.fromPs, body.toPs]);
  const { tech } = snapshot.settings;
  if (tech.tech) return problem(503, 'maintenance', { retryAfter: MAINTENANCE_RETRY });
  const pair = terms(context, body.fromPs, body.toPs, { snapshot, promocode: body.promocode });
  if (!pair.ok && pair.code === 'pair_unknown') return problem(404, pair.code);
  if (!pair.ok && 'from' in pair) return problem(409, pair.code);
  if (!pair.ok) return fields({ promocode: { code: pair.code } });
  if (pair.closed) return { ok: false, status: 409, body: { ...pair.closed } };
  const { from, to } = pair;
  const verification = body.withVerificationCourse && pair.verificationCourseText !== null;
  const asked = async (side: 'from' | 'to', currency: Currency) =>
    requisites.check({
      side,
      code: currency.code,
      fields: inputs(currency, side, verification ? 'verification' : 'default'),
      values: side === 'from' ? body.fromRequisites : body.toRequisites,
    });
  const [sent, received] = [await asked('from', from), await asked('to', to)];
  const city = cityOf(from.kind === 'cash' ? from : to, body.city);
  const faults: Faults = { ...sent.faults, ...received.faults, ...city.faults };
  const priced = price.settle(context, snapshot, pair, body, verification);
  if (!priced.ok && priced.status === 400) return merged(faults, priced);
  if (Object.keys(faults).length > 0) return fields(faults);
  if (!priced.ok) return priced;
  const card = numberOf(sent.values, received.values);
  const asksCard = verification || isLargeFromCard(from, priced.sums);
  return {
    ok: true,
    draft: {
      from,
      to,
      sums: priced.sums,
      price: priced.price,
      verification,
      needsVerification: asksCard && !(await approved(trx, context.secret, card, context.now())),
      email: body.email,
      fromRequisites: sent.values,
      toRequisites: received.values,
      city: city.code,
      promocode: pair.promocode,
      refferal: body.refferal?.trim() || null,
      usePublicId: snapshot.settings.usePublicId,
    },
  };
}

function isLargeFromCard({ kind, ticker, decimals }: Currency, { from }: Sums): boolean {
  return kind === 'bank' && ticker === 'RUB' && from >= fromText(VERIFIED_FROM, decimals);
}

/** The city as the catalogue writes it; null where no cash changes hands. */
function cityOf(currency: Currency, wanted: string | null): { code: string | null; faults: Faults } {
  if (currency.kind !== 'cash') return { code: null, faults: {} };
  if (!wanted) return { code: null, faults: { city: { code: 'empty' } } };
  const city = currency.cities.find(({ code }) => code.toUpperCase() === wanted.trim().toUpperCase());
  return city ? { code: city.code, faults: {} } : { code: null, faults: { city: { code: 'city_unknown' } } };
}

/** One refusal of the requisites and of the sums. */
function merged(faults: Faults, { body }: Refusal): Refusal {
  const other = fields(faults).body;
  return {
    ok: false,
    status: 400,
    body: { ...other, ...body, codes: Object.assign({}, other.codes, body.codes) as object },
  };
}
