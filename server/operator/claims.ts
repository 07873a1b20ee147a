import { STATUSES, STEPS, type Status } from '#core/claim/status.ts';
import { toText } from '#core/exchange/amount.ts';
import { columns, done, refused, type Command, type Desk } from './command.ts';

/** Claims shown at most; the newest ones. */
const MOST = 50;

/** Lists claims without what is personal in them. */
export const claims: Command = {
  usage: 'claims [--status <status>]',
  summary: `list the newest ${MOST} claims, the newest first`,
  takes: [0, 0],
  async run({ db }, _, { status }) {
    if (status !== undefined && !isStatus(status))
      return refused(`There is no status “${status}”; there are ${STATUSES.join(', ')}.`);
    const rows = await select(db)
      .$if(status !== undefined, query => query.where('claims.status', '=', status as Status))
      .orderBy('claims.number', 'desc')
      .limit(MOST)
      .execute();
    if (rows.length === 0) return done('No claims.');
    const lines = rows.map(row => [
      String(row.number),
      row.public_number,
      row.status,
      `${toText(row.from_amount, Number(row.from_decimals))} ${row.from_code}`,
      `${toText(row.to_amount, Number(row.to_decimals))} ${row.to_code}`,
      instant(row.created_at),
      row.id,
    ]);
    return done(columns([['NUMBER', 'PUBLIC', 'STATUS', 'FROM', 'TO', 'CREATED', 'ID'], ...lines]));
  },
};

/** Shows one claim whole: what was frozen, requisites, where to pay, and what happened to it. */
export const claim: Command = {
  usage: 'claim <id>',
  summary: 'show a claim by its uuid, public or internal number, with everything that happened to it',
  takes: [1, 1],
  async run({ db }, [id = '']) {
    const wanted = id.trim();
    const row = await select(db)
      .where(({ eb, or }) =>
        or([
          eb('claims.id', '=', wanted.toLowerCase()),
          eb('claims.public_number', '=', wanted.toUpperCase()),
          ...(/^\d{1,15}$/.test(wanted) ? [eb('claims.number', '=', BigInt(wanted))] : []),
        ]),
      )
      .executeTakeFirst();
    if (!row) return refused(`There is no claim ${wanted}.`);
    const events = await db
      .selectFrom('claim_events')
      .selectAll()
      .where('claim_id', '=', row.id)
      .orderBy('id')
      .execute();
    const facts = {
      claim: `${row.id}, number ${row.number}, public ${row.public_number}`,
      status: [`${row.status} (${STEPS[row.status].label})`, row.reason].filter(Boolean).join(', '),
      from: `${toText(row.from_amount, Number(row.from_decimals))} ${row.from_code}`,
      to: `${toText(row.to_amount, Number(row.to_decimals))} ${row.to_code}`,
      course: `${row.course} = ${row.source_course} − ${row.margin} % + ${row.discount} %`,
      'from fields': row.from_requisites,
      'to fields': row.to_requisites,
      'e-mail': row.email,
      city: row.city,
      promocode: row.promocode,
      refferal: row.refferal,
      'paid to': row.pay_to,
      deadline: row.deadline === null ? null : instant(row.deadline),
      created: instant(row.created_at),
    };
    const known = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
    const history = events.map(event => [
      instant(event.at),
      event.actor,
      `${event.from_status ?? ''} → ${event.to_status}`.trim(),
      [event.reason, event.note].filter(Boolean).join(': '),
    ]);
    return done([columns(known), '', columns(history)].join('\n'));
  },
};

const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text);

const instant = (at: bigint) => new Date(Number(at)).toISOString();

function select(db: Desk['db']) {
  return db
    .selectFrom('claims')
    .innerJoin('currencies as sent', 'sent.id', 'claims.from_id')
    .innerJoin('currencies as received', 'received.id', 'claims.to_id')
    .selectAll('claims')
    .select(['sent.code as from_code', 'sent.decimals as from_decimals'])
    .select(['received.code as to_code', 'received.decimals as to_decimals']);
}
