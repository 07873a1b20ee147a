import { STATUSES, type Status } from '#core/claim/status.ts';
import { toText } from '#core/exchange/amount.ts';
import { columns, done, instant, refused, type Command } from './command.ts';
import * as lookup from './lookup.ts';

/** Claims shown at most; the newest ones. */
const MOST = 50;

/** Lists claims without what is personal in them. */
export const claims: Command = {
  usage: ['claims [--status <status>]'],
  summary: `list the newest ${MOST} claims, the newest first`,
  help: [`--status  only claims that are ${STATUSES.join(', ')}`],
  options: ['status'],
  takes: [0, 0],
  async run({ db }, _, { status }) {
    if (status !== undefined && !isStatus(status))
      return refused(`There is no status “${status}”; there are ${STATUSES.join(', ')}.`);
    const rows = await lookup
      .claims(db)
      .$if(status !== undefined, query => query.where('claims.status', '=', status as Status))
      .orderBy('claims.number', 'desc')
      .limit(MOST)
      .execute();
    if (rows.length === 0) return done('No claims.');
    const lines = rows.map(row => [
      String(row.number),
      row.public_number,
      [row.status, row.reason].filter(Boolean).join(', '),
      `${toText(row.from_amount, Number(row.from_decimals))} ${row.from_code}`,
      `${toText(row.to_amount, Number(row.to_decimals))} ${row.to_code}`,
      instant(row.created_at),
      row.id,
    ]);
    return done(columns([['NUMBER', 'PUBLIC', 'STATUS', 'FROM', 'TO', 'CREATED', 'ID'], ...lines]));
  },
};

/** Whether a word is a status. */
export const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text);
