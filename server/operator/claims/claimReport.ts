import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { parsePaymentTarget, type PaymentTarget } from '#server/exchange/claims/payment/paymentTarget.ts';
import { loadSeenPayments } from '#server/exchange/claims/payment/seenPayments.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import { selectRows } from '../selectRows.ts';
import { formatColumns, formatFacts, formatInstant, formatNamedValues } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { listStoredFiles } from './storedFiles.ts';
import { formatReceivedAmount, formatSentAmount, type ClaimWithCurrencies } from './findClaim.ts';

/** Formats a claim with its requisites, payments, recalculations, files, verifications and history. */
export async function buildClaimReport(db: OperatorContext['db'], row: ClaimWithCurrencies): Promise<string> {
  const sections = Object.entries(await buildTables(db, row)).filter(([, rows]) => rows.length > 0);
  const tables = sections.map(([name, rows]) => `${name}\n${formatColumns(rows)}`);
  return [formatFacts(describeClaim(row)), ...tables].join('\n\n');
}

function describeClaim(row: ClaimWithCurrencies): Record<string, string | null> {
  return {
    claim: `${row.id}, number ${row.number}, public ${row.public_number}`,
    status: [`${row.status} (${CLAIM_STATUS_RULES[row.status].label})`, row.reason]
      .filter(Boolean)
      .join(', '),
    from: formatSentAmount(row, row.from_amount),
    to: formatReceivedAmount(row, row.to_amount),
    course: `${row.course} = ${row.source_course} − ${row.margin} % + ${row.discount} %`,
    'course without the cap': row.uncapped_course,
    'verification course': row.verification === 1n ? 'yes' : null,
    'from fields': formatNamedValues(parseStoredRequisites(row.from_requisites)),
    'refund to': describeRefundRequisites(row),
    'to fields': formatNamedValues(parseStoredRequisites(row.to_requisites)),
    'e-mail': row.email,
    city: row.city,
    promocode: row.promocode,
    refferal: row.refferal,
    'paid to': formatPaymentTarget(parsePaymentTarget(row.pay_to)),
    deadline: formatInstant(row.deadline),
    created: formatInstant(row.created_at),
  };
}

/** Formats the refund requisites named by the client; null: those of the payment. */
function describeRefundRequisites({ refund_requisites, from_kind }: ClaimWithCurrencies): string | null {
  if (refund_requisites === null) return null;
  const note = from_kind === 'crypto' ? 'named by the client' : 'NOT the requisites of the payment';
  return `${formatNamedValues(parseStoredRequisites(refund_requisites))} (${note})`;
}

/** Builds the tables of the report: title → rows of cells. */
async function buildTables(
  db: OperatorContext['db'],
  row: ClaimWithCurrencies,
): Promise<Record<string, string[][]>> {
  const owner = { claim_id: row.id };
  const payments = await selectRows(db, 'payments', owner).orderBy('id').execute();
  const payouts = await selectRows(db, 'payouts', owner).orderBy('id').execute();
  const verifications = await selectRows(db, 'verifications', owner).orderBy('created_at').execute();
  const recalculations = await selectRows(db, 'recalculations', owner).orderBy('id').execute();
  const addresses = await selectRows(db, 'claim_addresses', owner).orderBy('address_index').execute();
  const events = await selectRows(db, 'claim_events', owner).orderBy('id').execute();
  return {
    'ADDRESSES OF A KEY': addresses.map(({ at, key_id, address_index }) => [
      formatInstant(at),
      `key ${key_id}`,
      `index ${address_index}`,
    ]),
    PAYMENTS: payments.map(one => [formatInstant(one.at), formatSentAmount(row, one.amount), one.reference]),
    'SEEN PAYMENTS': (await loadSeenPayments(db, [row.id])).map(one => [
      formatInstant(one.first_seen_at),
      formatSentAmount(row, one.amount),
      `${one.have} of ${one.need} confirmations`,
      one.reference,
    ]),
    PAYOUTS: payouts.map(({ at, kind, reference }) => [formatInstant(at), kind, reference]),
    RECALCULATIONS: recalculations.map(({ at, reason, from_amount, course, to_amount, state }) => [
      formatInstant(at),
      reason,
      formatSentAmount(row, from_amount),
      `at ${course}`,
      formatReceivedAmount(row, to_amount),
      state,
    ]),
    FILES: await listFileRows(db, owner),
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
}

function formatPaymentTarget(target: PaymentTarget | null): string {
  if (target === null || target.kind === 'merchant') return target?.merchant ?? '';
  const { kind, value, holder, bank, memo } = target;
  return formatNamedValues({ [kind]: value, holder, bank, [memo?.label ?? '']: memo?.value });
}

/** Lists the uploaded files of a claim or a verification as table rows: time, id, type, size, name. */
export async function listFileRows(
  db: OperatorContext['db'],
  owner: { claim_id: string } | { verification_id: string },
): Promise<string[][]> {
  const files = await listStoredFiles(db, owner);
  return files.map(({ at, id, type, size, name }) => [at, id, type, `${size} bytes`, name ?? '']);
}
