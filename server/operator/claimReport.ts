import type { Kysely } from 'kysely';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { formatColumns, formatInstant } from './operatorCommand.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';

/** Formats a claim with its requisites, payments, recalculations, files, verifications and history. */
export async function buildClaimReport(
  db: Kysely<DatabaseSchema>,
  row: ClaimWithCurrencies,
): Promise<string> {
  const formatSent = (units: bigint) =>
    `${unitsToDecimal(units, Number(row.from_decimals))} ${row.from_code}`;
  const formatReceived = (units: bigint) =>
    `${unitsToDecimal(units, Number(row.to_decimals))} ${row.to_code}`;
  const facts = {
    claim: `${row.id}, number ${row.number}, public ${row.public_number}`,
    status: [`${row.status} (${CLAIM_STATUS_RULES[row.status].label})`, row.reason]
      .filter(Boolean)
      .join(', '),
    from: formatSent(row.from_amount),
    to: formatReceived(row.to_amount),
    course: `${row.course} = ${row.source_course} − ${row.margin} % + ${row.discount} %`,
    'verification course': row.verification === 1n ? 'yes' : null,
    'from fields': row.from_requisites,
    'to fields': row.to_requisites,
    'e-mail': row.email,
    city: row.city,
    promocode: row.promocode,
    refferal: row.refferal,
    'paid to': row.pay_to,
    deadline: formatInstant(row.deadline),
    created: formatInstant(row.created_at),
  };
  const filledFacts = Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const owner = { claim_id: row.id };
  const [payments, recalculations, files, verifications, events] = [
    await db.selectFrom('payments').selectAll().where('claim_id', '=', row.id).orderBy('id').execute(),
    await db.selectFrom('recalculations').selectAll().where('claim_id', '=', row.id).orderBy('id').execute(),
    await listFileRows(db, owner),
    await db
      .selectFrom('verifications')
      .selectAll()
      .where('claim_id', '=', row.id)
      .orderBy('created_at')
      .execute(),
    await db.selectFrom('claim_events').selectAll().where('claim_id', '=', row.id).orderBy('id').execute(),
  ];
  const tables: Record<string, string[][]> = {
    PAYMENTS: payments.map(({ at, amount, reference }) => [
      formatInstant(at),
      formatSent(amount),
      reference ?? '',
    ]),
    RECALCULATIONS: recalculations.map(recalculation => [
      formatInstant(recalculation.at),
      recalculation.reason,
      formatSent(recalculation.from_amount),
      `at ${recalculation.course}`,
      formatReceived(recalculation.to_amount),
      recalculation.state,
    ]),
    FILES: files,
    VERIFICATIONS: verifications.map(verification => [
      formatInstant(verification.created_at),
      verification.id,
      verification.status,
      `${verification.bin} … ${verification.last4}`,
      verification.reason ?? '',
    ]),
    HISTORY: events.map(event => [
      formatInstant(event.at),
      event.actor,
      `${event.from_status ?? ''} → ${event.to_status}`.trim(),
      [event.reason, event.note].filter(Boolean).join(': '),
    ]),
  };
  const sections = Object.entries(tables).filter(([, rows]) => rows.length > 0);
  return [
    formatColumns(filledFacts),
    ...sections.map(([name, rows]) => `${name}\n${formatColumns(rows)}`),
  ].join('\n\n');
}

/** Lists the uploaded files of a claim or a verification as table rows: time, id, type, size, name. */
export async function listFileRows(
  db: Kysely<DatabaseSchema>,
  owner: { claim_id: string } | { verification_id: string },
): Promise<string[][]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'size', 'at'])
    .$if('claim_id' in owner, query =>
      query.where('claim_id', '=', 'claim_id' in owner ? owner.claim_id : ''),
    )
    .$if('verification_id' in owner, query =>
      query.where('verification_id', '=', 'verification_id' in owner ? owner.verification_id : ''),
    )
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, type, size, at }) => [
    formatInstant(at),
    id,
    type,
    `${size} bytes`,
    name ?? '',
  ]);
}
