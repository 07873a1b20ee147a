import type { Transaction } from 'kysely';
import { allows, REASONS, STATUSES, STEPS, type Reason, type Status } from '#core/claim/status.ts';
import { toText, type Units } from '#core/exchange/amount.ts';
import { attempt } from '../claims/attempt.ts';
import * as money from '../claims/money.ts';
import { payable } from '../claims/payable.ts';
import * as recalculation from '../claims/recalculation.ts';
import { transition, type Moved } from '../claims/transition.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { record } from './audit.ts';
import { isStatus } from './claims.ts';
import { done, either, refused, type Command, type Desk, type Result } from './command.ts';
import * as lookup from './lookup.ts';
import { sheet } from './sheet.ts';
import { units } from './sum.ts';

/** Shows one claim whole, moves it on, and notes money that came in for it. */
export const claim: Command = {
  usage: [
    'claim <id>',
    'claim <id> <status> [--reason <reason>] [--amount <amount>]',
    'claim <id> --amount <amount>',
  ],
  summary: 'show a claim with everything that happened to it; move it on; note money that came in',
  help: [
    '<id>      its uuid, public or internal number',
    `<status>  ${STATUSES.join(', ')}`,
    `--reason  ${REASONS.join(', ')}`,
    '--amount  money that came in, in the currency sent: the claim goes where the sums say (paid in full,',
    '          underpaid, overpaid, late). With a status as well, it has to come to that status or nothing is done.',
    '',
    'What may follow a status is one table; anything else is refused.',
  ],
  options: ['reason', 'amount'],
  takes: [1, 2],
  async run(desk, [id = '', word], options) {
    const row = await lookup.claim(desk.db, id);
    if (!row) return refused(`There is no claim ${id.trim()}.`);
    if (word !== undefined && !isStatus(word))
      return refused(`There is no status “${word}”; there are ${STATUSES.join(', ')}.`);
    const { reason } = options;
    if (reason !== undefined && !isReason(reason))
      return refused(`There is no reason “${reason}”; there are ${REASONS.join(', ')}.`);
    if (reason !== undefined && word === undefined)
      return refused('A reason belongs to a status: name it, too.');
    const amount = options.amount === undefined ? null : units(options.amount, Number(row.from_decimals));
    if (options.amount !== undefined && !amount)
      return refused(
        `“${options.amount}” is not a sum of ${row.from_code} above zero with at most ${row.from_decimals} decimals.`,
      );
    if (word === undefined && amount === null) return done(await sheet(desk.db, row));
    return change(desk, row, { to: word ?? null, reason: reason ?? null, amount });
  },
};

const isReason = (text: string): text is Reason => (REASONS as readonly string[]).includes(text);

/** What the operator wants of a claim. */
interface Wish {
  /** Null: wherever the money takes it. */
  to: Status | null;
  reason: Reason | null;
  amount: Units | null;
}

async function change(desk: Desk, row: lookup.Found, wish: Wish): Promise<Result> {
  const { db } = desk;
  const present = wish.amount === null ? null : await recalculation.present(desk, db, row);
  const moved = await attempt(db, async (trx): Promise<Changed> => {
    const at = desk.now();
    const paid = await pay(trx, row, wish, { at, present });
    if (!paid.ok) return paid;
    const result = await go(desk, trx, paid.claim, wish, at);
    if (!result.ok) return result;
    const { status, reason } = result.claim;
    const amount = wish.amount === null ? null : toText(wish.amount, Number(row.from_decimals));
    await record(trx, {
      command: 'claim',
      target: row.id,
      detail: { from: row.status, to: status, reason, amount },
      at,
    });
    return result;
  });
  if (!moved.ok) return refused(refusal(row, wish, moved));
  const now = named(moved.claim);
  return done(
    moved.claim.status === row.status
      ? `${row.public_number} is ${now}.`
      : `${row.public_number}: ${row.status} → ${now}.`,
  );
}

type Changed =
  | Moved
  | { ok: false; code: 'no_requisite'; status: Status }
  /** Where the money takes the claim is not what was wished. */
  | { ok: false; code: 'elsewhere'; status: Status; reason: Reason | null };

async function pay(
  trx: Transaction<Schema>,
  row: ClaimRow,
  { amount }: Wish,
  when: Pick<money.Money, 'at' | 'present'>,
): Promise<Moved> {
  if (amount === null) return { ok: true, claim: row };
  return money.received(trx, row, { amount, actor: 'operator', ...when });
}

async function go(
  desk: Desk,
  trx: Transaction<Schema>,
  claim: ClaimRow,
  { to, reason, amount }: Wish,
  now: number,
): Promise<Changed> {
  if (amount !== null) {
    const { status } = claim;
    const asWished = to === null || (status === to && (reason === null || reason === claim.reason));
    return asWished ? { ok: true, claim } : { ok: false, code: 'elsewhere', status, reason: claim.reason };
  }
  if (to === null) return { ok: true, claim };
  // Before the change of status, since its letter names the deadline.
  const asked = to === 'waiting' && allows(claim.status, to);
  if (asked && !(await payable(desk, trx, claim, now)))
    return { ok: false, code: 'no_requisite', status: claim.status };
  return transition(trx, { id: claim.id, to, reason, actor: 'operator', now });
}

function refusal(row: lookup.Found, { to }: Wish, moved: Extract<Changed, { ok: false }>): string {
  const { public_number: number } = row;
  if (moved.code === 'not_found') return `There is no claim ${row.id}.`;
  if (moved.code === 'no_requisite')
    return `There is no active requisite of ${row.from_code} to pay to; nothing was changed.`;
  if (moved.code === 'elsewhere')
    return `With this money ${number} would be ${named(moved)}, not ${to}; nothing was changed.`;
  if (moved.code === 'reserve_short')
    return `The reserve of ${row.to_code} has not ${toText(row.to_amount, Number(row.to_decimals))} for ${number}.`;
  const { next } = STEPS[moved.status];
  const may = next.length === 0 ? 'nothing may follow' : `it may become ${either(next)}`;
  return `${number} is ${moved.status}; ${may}.`;
}

const named = ({ status, reason }: Pick<ClaimRow, 'status' | 'reason'>) =>
  reason === null ? status : `${status} (${reason})`;
