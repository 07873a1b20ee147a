import type { Kysely } from 'kysely';
import { STEPS } from '#core/claim/status.ts';
import { toText } from '#core/exchange/amount.ts';
import type { Schema } from '../database/schema.ts';
import { columns, instant } from './command.ts';
import type { Found } from './lookup.ts';

/** A claim whole, as the operator needs it: requisites, money, recalculations, files, verification, what happened. */
export async function sheet(db: Kysely<Schema>, row: Found): Promise<string> {
  const sent = (units: bigint) => `${toText(units, Number(row.from_decimals))} ${row.from_code}`;
  const received = (units: bigint) => `${toText(units, Number(row.to_decimals))} ${row.to_code}`;
  const facts = {
    claim: `${row.id}, number ${row.number}, public ${row.public_number}`,
    status: [`${row.status} (${STEPS[row.status].label})`, row.reason].filter(Boolean).join(', '),
    from: sent(row.from_amount),
    to: received(row.to_amount),
    course: `${row.course} = ${row.source_course} − ${row.margin} % + ${row.discount} %`,
    'verification course': row.verification === 1n ? 'yes' : null,
    'from fields': row.from_requisites,
    'to fields': row.to_requisites,
    'e-mail': row.email,
    city: row.city,
    promocode: row.promocode,
    refferal: row.refferal,
    'paid to': row.pay_to,
    deadline: instant(row.deadline),
    created: instant(row.created_at),
  };
  const known = Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const about = { claim_id: row.id };
  const [payments, recalculations, files, verifications, events] = [
    await db.selectFrom('payments').selectAll().where('claim_id', '=', row.id).orderBy('id').execute(),
    await db.selectFrom('recalculations').selectAll().where('claim_id', '=', row.id).orderBy('id').execute(),
    await filesOf(db, about),
    await db
      .selectFrom('verifications')
      .selectAll()
      .where('claim_id', '=', row.id)
      .orderBy('created_at')
      .execute(),
    await db.selectFrom('claim_events').selectAll().where('claim_id', '=', row.id).orderBy('id').execute(),
  ];
  const parts: Record<string, string[][]> = {
    PAYMENTS: payments.map(({ at, amount, reference }) => [instant(at), sent(amount), reference ?? '']),
    RECALCULATIONS: recalculations.map(one => [
      instant(one.at),
      one.reason,
      sent(one.from_amount),
      `at ${one.course}`,
      received(one.to_amount),
      one.state,
    ]),
    FILES: files,
    VERIFICATIONS: verifications.map(one => [
      instant(one.created_at),
      one.id,
      one.status,
      `${one.bin} … ${one.last4}`,
      one.reason ?? '',
    ]),
    HISTORY: events.map(event => [
      instant(event.at),
      event.actor,
      `${event.from_status ?? ''} → ${event.to_status}`.trim(),
      [event.reason, event.note].filter(Boolean).join(': '),
    ]),
  };
  const sections = Object.entries(parts).filter(([, rows]) => rows.length > 0);
  return [columns(known), ...sections.map(([name, rows]) => `${name}\n${columns(rows)}`)].join('\n\n');
}

/** Uploaded files of a claim or a verification, a line each: when, id, type, bytes, name. */
export async function filesOf(
  db: Kysely<Schema>,
  of: { claim_id: string } | { verification_id: string },
): Promise<string[][]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'size', 'at'])
    .$if('claim_id' in of, query => query.where('claim_id', '=', 'claim_id' in of ? of.claim_id : ''))
    .$if('verification_id' in of, query =>
      query.where('verification_id', '=', 'verification_id' in of ? of.verification_id : ''),
    )
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, type, size, at }) => [instant(at), id, type, `${size} bytes`, name ?? '']);
}
