import { decimalToUnits } from '#core/exchange/amount.ts';
import type { DialectName } from '#server/platform/database/schema.ts';
import { getAmountStep, MAILBOX_COUNT, type ClaimPair } from './claimMix.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';

/** Number of closed claims and of sent e-mails. */
export const CLOSED_CLAIM_COUNT = 1_000_000;
const EMAIL_COUNT = 900_000;

/** Days of the claims. The servers erase personal data after 30 days, so that they have nothing to erase. */
const CLAIM_DAYS = 28;
/** Amounts of a pair, and clients' networks. */
const AMOUNT_COUNT = 100_000;
const NETWORK_COUNT = 100_000;

/** Time from the creation of a claim to its end, milliseconds. */
const CLAIM_DURATION_MS = 3_600_000;

/** A stored response has this many characters, a keyed hash 43. */
const ANSWER_LENGTH = 1_140;
const HASH = 'doX8DXY4IDeP8OxaJBS84W_-_h2oP0rW4k03yNHTfEE';

/** Text of a sent e-mail, 500 characters. */
const EMAIL_TEXT = 'Статус заявки изменился. '.repeat(20);

/** The events of a claim by the status that it ends with, after its creation. */
const EVENTS = {
  completed: ['waiting', 'confirming', 'aml', 'paid', 'payout', 'completed'],
  expired: ['waiting', 'expired'],
  cancelled: ['waiting', 'cancelled'],
} as const;

/** 75 % of the claims are completed, 15 % expired, 10 % cancelled. Each pair has each status. */
const STATUS = (pairCount: number) =>
  `case when n / ${pairCount} % 20 < 15 then 'completed' when n / ${pairCount} % 20 < 18 then 'expired' else 'cancelled' end`;

/** A random UUID of version 4, as the server creates them: new rows go to any page of an index. */
const RANDOM_UUID: Readonly<Record<DialectName, string>> = {
  postgres: 'gen_random_uuid()::text',
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a'
    || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
};

const NUMBERS: Readonly<Record<DialectName, string>> = {
  postgres: `select n from generate_series(1::bigint, ${CLOSED_CLAIM_COUNT}) as n`,
  sqlite: `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${CLOSED_CLAIM_COUNT})
    select n from numbers`,
};

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Lists the statements that insert a million closed claims of these pairs, with their events, ledger, idempotency keys,
 * payments and e-mails. `now` is in milliseconds. The reserves follow from the ledger.
 */
export function listClosedClaimStatements(
  dialect: DialectName,
  pairs: readonly ClaimPair[],
  now: number,
): string[] {
  return [
    ...createTemporaryTables(dialect, pairs),
    insertClaims(dialect, pairs.length, now),
    ...insertHistory(dialect),
    insertEmail(),
    `update reserves set
      amount = (select cast(sum(amount_change) as bigint) from reserve_entries e where e.currency_id = reserves.currency_id),
      held = (select cast(sum(held_change) as bigint) from reserve_entries e where e.currency_id = reserves.currency_id)`,
    ...(dialect === 'postgres' ? [`select setval('claim_numbers', ${CLOSED_CLAIM_COUNT})`] : []),
  ];
}

function createTemporaryTables(dialect: DialectName, pairs: readonly ClaimPair[]): string[] {
  const pairRows = pairs.map((pair, slot) => {
    const { template, minUnits, decimals, course } = pair;
    const texts = [course, JSON.stringify(template.fromRequisites), JSON.stringify(template.toRequisites)];
    const minReceived = decimalToUnits(template.toSumma, decimals.to);
    const values = [slot, template.fromPs, template.toPs, minUnits, getAmountStep(pair), minReceived];
    return `(${[...values, ...texts.map(quoteText)].join(', ')})`;
  });
  const eventRows = Object.entries(EVENTS).flatMap(([outcome, statuses]) =>
    ['new', ...statuses].map((status, index, all) => {
      const previous = all[index - 1];
      const delay = Math.round((CLAIM_DURATION_MS * index) / (all.length - 1));
      const from = previous === undefined ? 'null' : quoteText(previous);
      return `(${quoteText(outcome)}, ${index}, ${from}, ${quoteText(status)}, ${delay})`;
    }),
  );
  return [
    `create temporary table bench_pairs (slot bigint, from_id bigint, to_id bigint, from_min bigint, step bigint,
      to_min bigint, course text, from_requisites text, to_requisites text)`,
    `insert into bench_pairs values ${pairRows.join(', ')}`,
    `create temporary table bench_events (outcome text, position bigint, from_status text, to_status text, delay bigint)`,
    `insert into bench_events values ${eventRows.join(', ')}`,
    `create temporary table bench_numbers as ${NUMBERS[dialect]}`,
  ];
}

/** The public numbers have an O, which those of the server never have. */
function insertClaims(dialect: DialectName, pairCount: number, now: number): string {
  const startedAt = now - CLAIM_DAYS * DAY_MS;
  const intervalMs = Math.floor((CLAIM_DAYS * DAY_MS - 2 * CLAIM_DURATION_MS) / CLOSED_CLAIM_COUNT);
  const createdAt = `${startedAt} + n * ${intervalMs}`;
  const sent = `from_min + n * 31 % ${AMOUNT_COUNT} * step`;
  const payTo = JSON.stringify({
    kind: 'address',
    value: 'DEMO-A-NOT-PAYABLE',
    holder: null,
    bank: null,
    memo: null,
  });
  return `insert into claims (id, number, public_number, status, from_id, to_id, from_amount, to_amount, course,
      source_course, margin, discount, verification, email, from_requisites, to_requisites, address_hash, pay_to,
      deadline, created_at, updated_at)
    select ${RANDOM_UUID[dialect]}, n, 'O' || (n * 7919 % 1000003), ${STATUS(pairCount)}, from_id, to_id, ${sent},
      (${sent}) * to_min / from_min, course, course, '0.6', '0', 0,
      'client' || (n * 7 % ${MAILBOX_COUNT}) || '@example.com', from_requisites, to_requisites,
      ${quoteText(HASH.slice(9))} || (${10 ** 8} + n % ${NETWORK_COUNT}), ${quoteText(payTo)},
      ${createdAt} + 1800000, ${createdAt}, ${createdAt} + ${CLAIM_DURATION_MS}
    from bench_numbers inner join bench_pairs on slot = n % ${pairCount}`;
}

/** Sorted by claim, because the indexes of claim ids are then built in order. */
function insertHistory(dialect: DialectName): string[] {
  const answer = JSON.stringify({ status: 'waiting', rest: 'x'.repeat(ANSWER_LENGTH) });
  return [
    `insert into claim_events (claim_id, from_status, to_status, actor, at)
      select id, from_status, to_status, 'system', created_at + delay
      from claims inner join bench_events on outcome = status order by id, position`,
    `insert into reserve_entries (currency_id, claim_id, amount_change, held_change, kind, at)
      select * from (
        select to_id, id, 0, to_amount, 'hold', created_at from claims
        union all select to_id, id, 0, -to_amount, 'release', updated_at from claims where status <> 'completed'
        union all select to_id, id, -to_amount, -to_amount, 'payout', updated_at from claims where status = 'completed'
        union all select from_id, id, from_amount, 0, 'receipt', updated_at from claims where status = 'completed'
      ) as entries order by 2`,
    `insert into idempotency_keys (key, scope, body_hash, claim_id, answer, at)
      select ${RANDOM_UUID[dialect]}, 'claim', ${quoteText(HASH)}, id, ${quoteText(answer)}, created_at
      from claims order by id`,
    `insert into payments (claim_id, currency_id, amount, reference, at)
      select id, from_id, from_amount, 'TRANSFER' || number, updated_at from claims where status = 'completed'
      order by id`,
  ];
}

function insertEmail(): string {
  return `insert into mail (message_id, claim_id, recipient, mailbox, subject, text, attempts, next_at, sent_at, at)
    select id || '.' || number, id, email, email, 'Заявка ' || public_number, ${quoteText(EMAIL_TEXT)}, 1, updated_at,
      updated_at, updated_at
    from claims where number <= ${EMAIL_COUNT} order by number`;
}
