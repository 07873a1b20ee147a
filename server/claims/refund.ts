import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { ClaimRefund } from '#core/contract/claim.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { attempt } from './attempt.ts';
import { check } from './fields.ts';
import { offered } from './offered.ts';
import { knownPlace, placeFields } from './place.ts';
import { fields, notFound, problem, type Faults, type Refusal } from './refusal.ts';
import { transition } from './transition.ts';
import { sides } from './view.ts';

/**
 * The client wants the money back instead of the offer (hold → refunding), or says where a refund goes that is under way.
 * `text` is JSON of ClaimRefund; what the claim knows already may be left out. Null when it is so now, by this call or an
 * earlier one; else why not.
 */
export async function refund(context: Context, claim: ClaimRow, text: string): Promise<Refusal | null> {
  const { from } = sides(context.catalogue, claim);
  const { id } = claim;
  const now = context.now();
  if (!(await isRefundable(context.db, claim)))
    return problem(409, 'transition_forbidden', { status: claim.status });
  const read = await place(from, claim, text);
  if (!read.ok) return read;
  const result = await attempt(context.db, async (trx): Promise<{ ok: true } | Refusal> => {
    const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return notFound;
    const known = knownPlace(from, row);
    const forbidden = problem(409, 'transition_forbidden', { status: row.status });
    if (row.status === 'refunding' && known)
      return Object.entries(read.place).every(([name, value]) => known[name] === value)
        ? { ok: true }
        : forbidden;
    if (!(await isRefundable(trx, row))) return forbidden;
    const values = { ...(JSON.parse(row.from_requisites) as object), ...read.place };
    await trx
      .updateTable('claims')
      .set({ from_requisites: JSON.stringify(values), updated_at: BigInt(now) })
      .where('id', '=', id)
      .execute();
    if (row.status === 'refunding') return { ok: true };
    const { reason } = row;
    const moved = await transition(trx, { id, from: 'hold', to: 'refunding', reason, actor: 'client', now });
    return moved.ok ? moved : forbidden;
  });
  return result.ok ? null : result;
}

/** Whether the client has a say in a refund: one is under way, or something else is on offer. */
async function isRefundable(db: Kysely<Schema>, { id, status }: ClaimRow): Promise<boolean> {
  return status === 'refunding' || (status === 'hold' && (await offered(db, id)) !== null);
}

/** Where to, checked by the form's own rules; a fault is named `requisites.<name>`. */
async function place(
  currency: Currency,
  claim: ClaimRow,
  text: string,
): Promise<{ ok: true; place: Record<string, string> } | Refusal> {
  const body = v.safeParse(ClaimRefund, parse(text));
  if (!body.success) return fields({ requisites: { code: 'body_invalid' } });
  const { values, faults } = await check({
    side: 'from',
    code: currency.code,
    fields: placeFields(currency),
    values: { ...knownPlace(currency, claim), ...body.output.requisites },
  });
  const renamed: Faults = Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [name.replace(/^fromRequisites/, 'requisites'), fault]),
  );
  return Object.keys(renamed).length > 0 ? fields(renamed) : { ok: true, place: values };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
