import { sql } from 'kysely';
import type { PartnerRow } from '../../database/partnerRows.ts';
import { lockRows } from '../../database/rowLocks.ts';
import { formatFunds, loadFunds } from '../../referral/ledger/postEntry.ts';
import { dropPartnerEvents } from '../../webhooks/dropEvents.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatInstant,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';

/** Maximum number of partners shown. */
const MAX_LISTED_PARTNERS = 50;

const MAX_REASON_LENGTH = 200;

/** Lists the partners with the largest balances. */
export const partnersCommand: OperatorCommand = {
  usage: ['partners'],
  summary: 'list the partners of the referral programme, the largest balance first',
  help: [
    `At most ${MAX_LISTED_PARTNERS}. CLAIMS: all that came by the partner’s codes. OFF: since when it is off, or its account is blocked.`,
  ],
  examples: ['partners'],
  options: [],
  argumentRange: [0, 0],
  async run({ db }) {
    const rows = await db
      .selectFrom('partners')
      .leftJoin('partner_balances', 'partner_balances.partner_id', 'partners.id')
      .leftJoin('users', 'users.id', 'partners.user_id')
      .select([
        'partners.name',
        'partners.site',
        'partners.switched_off_at',
        'users.email',
        'users.blocked_at',
      ])
      .select(({ fn }) => fn.coalesce('partner_balances.balance', sql<bigint>`0`).as('balance'))
      .select(({ selectFrom }) => [
        selectFrom('referral_codes')
          .select(({ fn }) => fn.min('code').as('code'))
          .whereRef('referral_codes.partner_id', '=', 'partners.id')
          .as('code'),
        selectFrom('claim_referrals')
          .select(({ fn }) => fn.countAll<bigint>().as('claims'))
          .whereRef('claim_referrals.partner_id', '=', 'partners.id')
          .as('claims'),
      ])
      .orderBy('balance', 'desc')
      .orderBy('partners.created_at')
      .limit(MAX_LISTED_PARTNERS)
      .execute();
    if (rows.length === 0) return createSuccess('No partners.');
    const lines = rows.map(row => [
      row.code ?? '',
      row.email ?? 'deleted account',
      row.name,
      row.site,
      `${formatFunds(BigInt(row.balance))} USD`,
      String(row.claims ?? 0n),
      formatInstant(row.switched_off_at ?? row.blocked_at),
    ]);
    return createSuccess(
      formatColumns([['CODE', 'E-MAIL', 'NAME', 'SITE', 'BALANCE', 'CLAIMS', 'OFF'], ...lines]),
    );
  },
};

/** Shows a partner, or switches it off or on. */
export const partnerCommand: OperatorCommand = {
  usage: [
    'partner <email|code>',
    'partner <email|code> off --reason "<sentence>"',
    'partner <email|code> on',
  ],
  summary: 'show a partner, or switch it off or on',
  help: [
    '<email|code>  the e-mail of its account, or one of its referral codes',
    'off           its codes attribute no claims any more, open claims bring nothing, its keys and webhooks stop, and nothing',
    '              is paid out',
    '--reason      the partner reads it, so write it in Russian',
    'on            all of that works again, for claims that are completed and events that happen from now on',
  ],
  examples: [
    'partner ivan@mail.example',
    'partner ivan@mail.example off --reason "Реклама на бренд запрещена правилами"',
    'partner ivan@mail.example on',
  ],
  options: ['reason'],
  argumentRange: [1, 2],
  async run(context, [text = '', action], { reason }) {
    const partner = await findPartnerByText(context, text.trim());
    if (!partner) return createFailure(`There is no partner ${text.trim()}. List them: partners.`);
    if (action !== 'off' && reason !== undefined)
      return createFailure(`Only “off” accepts --reason. ${formatUsage(partnerCommand)}`);
    if (action === undefined) return createSuccess(await formatPartner(context, partner));
    if (action === 'on') return switchPartner(context, partner.id, null);
    if (action !== 'off') return createFailure(formatUsage(partnerCommand));
    const words = reason?.trim() ?? '';
    return words === '' || words.length > MAX_REASON_LENGTH
      ? createFailure(`off requires --reason: 1 to ${MAX_REASON_LENGTH} characters.`)
      : switchPartner(context, partner.id, words);
  },
};

function findPartnerByText({ db }: OperatorContext, text: string): Promise<PartnerRow | undefined> {
  return db
    .selectFrom('partners')
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('user_id', 'in', selectFrom('users').select('id').where('email', '=', text.toLowerCase())),
        eb(
          'id',
          'in',
          selectFrom('referral_codes').select('partner_id').where('code', '=', text.toUpperCase()),
        ),
      ]),
    )
    .executeTakeFirst();
}

async function formatPartner({ db, now }: OperatorContext, partner: PartnerRow): Promise<string> {
  const codes = await db
    .selectFrom('referral_codes')
    .select('code')
    .where('partner_id', '=', partner.id)
    .orderBy('created_at')
    .execute();
  const { balance, pending, available } = await loadFunds(db, partner.id, now());
  return formatColumns(
    [
      ['id', partner.id],
      ['name', partner.name],
      ['site', partner.site],
      ['codes', codes.map(({ code }) => code).join(', ')],
      ['balance', `${formatFunds(balance)} USD`],
      ['pending', `${formatFunds(pending)} USD`],
      ['available', `${formatFunds(available)} USD`],
      ['created', formatInstant(partner.created_at)],
      ['switched off', formatInstant(partner.switched_off_at)],
      ['reason', partner.switched_off_reason ?? ''],
    ].filter(([, value]) => value !== ''),
  );
}

function switchPartner(context: OperatorContext, id: string, reason: string | null): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const query = trx.selectFrom('partners').selectAll().where('id', '=', id);
    const partner = await lockRows(trx, query).executeTakeFirstOrThrow();
    const isOff = partner.switched_off_at !== null;
    const state = reason === null ? 'on' : 'off';
    if (isOff === (reason !== null)) return createFailure(`The partner is ${state} already.`);
    await trx
      .updateTable('partners')
      .set({
        switched_off_at: reason === null ? null : BigInt(context.now()),
        switched_off_reason: reason,
      })
      .where('id', '=', id)
      .execute();
    await dropPartnerEvents(trx, id, BigInt(context.now()));
    return {
      ...createSuccess(`The partner is ${state}.`),
      entry: { command: `partner ${state}`, target: id, detail: { reason } },
    };
  });
}
