import { parseDayRange, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { isValidPromocodeRow } from '../../catalogue/rowValidation.ts';
import { changeWithAudit } from '../auditLog.ts';
import { createPromocodeGrant, describeGrantCaps, isGrantGiven } from './capCheck.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';

/** Lists the promocodes. */
export const promocodesCommand: OperatorCommand = {
  usage: ['promocodes'],
  summary: 'list the promocodes with their share of the margin and their uses',
  help: ['USES counts claims that ended with an exchange or are open: the others give their use back.'],
  examples: ['promocodes'],
  options: [],
  argumentRange: [0, 0],
  async run({ db }) {
    const rows = await db.selectFrom('promocodes').selectAll().orderBy('code').execute();
    const lines = rows.map(row => [
      row.code,
      row.active === 1n ? 'on' : 'off',
      `${row.percent} %`,
      row.single_use === 1n ? 'once' : 'any number',
      row.valid_until === null ? '–' : toExchangeDay(Number(row.valid_until) - 1),
      String(row.used),
    ]);
    return createSuccess(
      formatColumns([['CODE', 'STATE', 'OF THE MARGIN', 'USABLE', 'UNTIL', 'USES'], ...lines]),
    );
  },
};

/** Adds a promocode, or switches one on or off. */
export const promocodeCommand: OperatorCommand = {
  usage: ['promocode add <code> <percent> [--single-use] [--until <day>]', 'promocode <code> on|off'],
  summary: 'add a promocode, or switch one on or off',
  help: [
    '<code>        3 to 32 Latin letters, digits or hyphens; case does not matter',
    '<percent>     the share of the margin that the client gets back, from 1 to 100; at most 1 % of the course',
    '--single-use  for one claim',
    '--until       the last day, by Moscow time',
    '',
    'Claims that exist keep their discount.',
  ],
  examples: ['promocode add SPRING 50 --until 2036-05-31', 'promocode SPRING off'],
  options: ['single-use', 'until'],
  argumentRange: [2, 3],
  async run(context, [first = '', second = '', percent], { 'single-use': isSingleUse = false, until }) {
    if (first === 'add' && percent !== undefined)
      return addPromocode(context, { code: second.toUpperCase(), percent, isSingleUse, until });
    if ((second !== 'on' && second !== 'off') || percent !== undefined || isSingleUse || until !== undefined)
      return createFailure(formatUsage(promocodeCommand));
    return switchPromocode(context, first.toUpperCase(), second);
  },
};

interface NewPromocode {
  code: string;
  percent: string;
  isSingleUse: boolean;
  until: string | undefined;
}

async function addPromocode(
  context: OperatorContext,
  { code, percent, isSingleUse, until }: NewPromocode,
): Promise<CommandResult> {
  if (!/^[A-Z\d-]{3,32}$/.test(code))
    return createFailure(`“${code}” is not 3 to 32 Latin letters, digits or hyphens.`);
  const day = until === undefined ? null : parseDayRange(until);
  if (until !== undefined && (!day || day.end <= context.now()))
    return createFailure(`“${until}” is not a day from today on, such as 2036-05-31.`);
  const valid_until = day && BigInt(day.end);
  const row = { code, percent, single_use: isSingleUse ? 1n : 0n, used: 0n, active: 1n, valid_until };
  if (!isValidPromocodeRow(row) || Number(percent) < 1)
    return createFailure(`“${percent}” is not percent from 1 to 100.`);
  const snapshot = context.catalogue.getSnapshot();
  const grant = createPromocodeGrant(percent, code);
  if (!isGrantGiven(snapshot, grant))
    return createFailure(
      `No pair gives ${percent} % of its margin: all have margins up to margin_min, or a discount as large. Nothing was changed.`,
    );
  return changeWithAudit(context, async trx => {
    const known = await trx
      .selectFrom('promocodes')
      .select('code')
      .where('code', '=', code)
      .executeTakeFirst();
    if (known) return createFailure(`There is a promocode ${code} already. Switch it on or off.`);
    await trx.insertInto('promocodes').values(row).execute();
    return {
      ...createSuccess(
        [
          `Promocode ${code} returns ${percent} % of the margin, ${isSingleUse ? 'once' : 'any number of times'}${day ? `, until ${until}` : ''}.`,
          ...describeGrantCaps(snapshot, grant),
        ].join('\n'),
      ),
      entry: {
        command: 'promocode add',
        target: code,
        detail: { percent, singleUse: String(isSingleUse), ...(until !== undefined && { until }) },
      },
    };
  });
}

function switchPromocode(
  context: OperatorContext,
  code: string,
  state: 'on' | 'off',
): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const changed = await trx
      .updateTable('promocodes')
      .set({ active: state === 'on' ? 1n : 0n })
      .where('code', '=', code)
      .returning('percent')
      .executeTakeFirst();
    if (!changed) return createFailure(`There is no promocode ${code}. List them: promocodes.`);
    const caps =
      state === 'on'
        ? describeGrantCaps(context.catalogue.getSnapshot(), createPromocodeGrant(changed.percent, code))
        : [];
    return {
      ...createSuccess([`Promocode ${code} is ${state}.`, ...caps].join('\n')),
      entry: { command: 'promocode', target: code, detail: { set: state } },
    };
  });
}
