import { sql } from 'kysely';
import type { OperatorPartner } from '#core/contract/operator/partners.ts';
import type { PartnerRow } from '#server/platform/database/partnerRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import { formatFunds, loadFunds } from '#server/partners/ledger/postEntry.ts';
import { dropPartnerEvents } from '#server/partners/webhooks/queueEvents.ts';
import { selectRows } from '../selectRows.ts';
import { formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { formatClosing, parseClosing } from '../catalogue/closingCommands.ts';
import { anyText, defineCall, defineChange, refuse, type ValueSource } from '../defineCommand.ts';
import { changeRow, createField, type StaffTable } from '../editableTable.ts';
import { formatFacts, formatInstant, formatTable, MAX_LISTED_ROWS } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { createValueProblem, parseSentence } from '../parseValue.ts';

/** Why partners are switched off. Their ids are the keys. */
export const partnerTable: StaffTable<string, PartnerRow> = {
  parseKey: anyText,
  formatKey: id => id,
  fields: { off: createField('switched_off_reason', parseClosing, formatClosing) },
  find: async ({ db }, id) =>
    (await lockRows(db, selectRows(db, 'partners', { id })).executeTakeFirst()) ??
    refuse(`There is no partner ${id}. List them: partners.`, notFoundProblem),
  async save({ key, before, after: { switched_off_reason: reason }, context: { db, now } }) {
    const state = reason === null ? 'on' : 'off';
    if ((before.switched_off_at !== null) === (reason !== null))
      refuse(`The partner is ${state} already.`, createValueProblem('value_same'));
    const at = BigInt(now());
    const change = { switched_off_at: reason === null ? null : at, switched_off_reason: reason };
    await db.updateTable('partners').set(change).where('id', '=', key).execute();
    await dropPartnerEvents(db, key, at);
  },
  describe({ after: { switched_off_reason: reason } }) {
    const state = reason === null ? 'on' : 'off';
    return { text: `The partner is ${state}.`, command: `partner ${state}`, detail: { reason } };
  },
};

/** List the partners with the largest balances, show one, and switch it off or on. */
export const partnerCommands = [
  {
    name: 'partners',
    summary: 'list the partners of the referral programme, the largest balance first',
    notes: `At most ${MAX_LISTED_ROWS}. CLAIMS: all that came by the partner’s codes. OFF: since when it is off, or its account is blocked.`,
  },
  defineCall('partners', {}, async context =>
    formatTable(await listPartners(context), 'No partners.', {
      CODE: ({ code }) => code ?? '',
      'E-MAIL': ({ email }) => email ?? 'deleted account',
      NAME: ({ name }) => name,
      SITE: ({ site }) => site,
      BALANCE: ({ balance }) => `${balance} USD`,
      CLAIMS: ({ claims }) => String(claims),
      OFF: ({ offAt, blockedAt }) => offAt ?? blockedAt ?? '',
    }),
  ),
  {
    name: 'partner',
    summary: 'show a partner, or switch it off or on',
    help: {
      '<email|code>': 'the e-mail of its account, or one of its referral codes',
      off: 'its codes attribute no claims any more, open claims bring nothing, its keys and webhooks stop, and nothing is paid out',
      '--reason': 'the partner reads it, so write it in Russian',
      on: 'all of that works again, for claims that are completed and events that happen from now on',
    },
    examples: [
      'partner ivan@mail.example',
      'partner ivan@mail.example off --reason "Реклама на бренд запрещена правилами"',
      'partner ivan@mail.example on',
    ],
  },
  defineCall('partner <email|code>', { email: parsePartner }, (context, { email: partner }) =>
    formatPartner(context, partner),
  ),
  defineChange(
    'partner <email|code> off --reason "<sentence>"',
    { email: parsePartner, reason: parseSentence },
    (context, { email: { id: key }, reason: value }) =>
      changeRow(context, partnerTable, { key, field: 'off', value }),
  ),
  defineChange('partner <email|code> on', { email: parsePartner }, (context, { email: { id: key } }) =>
    changeRow(context, partnerTable, { key, field: 'off', value: '' }),
  ),
];

/** Lists the partners, the largest balance first, at most `MAX_LISTED_ROWS`. */
export async function listPartners({ db }: Pick<OperatorContext, 'db'>): Promise<OperatorPartner[]> {
  const rows = await db
    .selectFrom('partners')
    .leftJoin('partner_balances', 'partner_balances.partner_id', 'partners.id')
    .leftJoin('users', 'users.id', 'partners.user_id')
    .select(['partners.id', 'partners.name', 'partners.site'])
    .select(['partners.switched_off_at', 'partners.switched_off_reason'])
    .select(['users.email', 'users.blocked_at'])
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
    .limit(MAX_LISTED_ROWS)
    .execute();
  return rows.map(({ id, code, email, name, site, balance, claims, ...row }) => ({
    id,
    code,
    email,
    name,
    site,
    balance: formatFunds(BigInt(balance)),
    claims: Number(claims ?? 0n),
    offReason: row.switched_off_reason,
    offAt: formatInstantOrNull(row.switched_off_at),
    blockedAt: formatInstantOrNull(row.blocked_at),
  }));
}

/** Finds a partner by the e-mail of its account or one of its codes. */
async function parsePartner(given: string, { context: { db } }: ValueSource): Promise<PartnerRow> {
  const text = given.trim();
  const users = db.selectFrom('users').select('id').where('email', '=', text.toLowerCase());
  const codes = db.selectFrom('referral_codes').select('partner_id').where('code', '=', text.toUpperCase());
  const partner = await db
    .selectFrom('partners')
    .selectAll()
    .where(({ eb, or }) => or([eb('user_id', 'in', users), eb('id', 'in', codes)]))
    .executeTakeFirst();
  return partner ?? refuse(`There is no partner ${text}. List them: partners.`);
}

async function formatPartner({ db, now }: OperatorContext, partner: PartnerRow): Promise<string> {
  const own = { partner_id: partner.id };
  const codes = await selectRows(db, 'referral_codes', own).orderBy('created_at').execute();
  const { balance, pending, available } = await loadFunds(db, partner.id, now());
  return formatFacts({
    id: partner.id,
    name: partner.name,
    site: partner.site,
    codes: codes.map(({ code }) => code).join(', '),
    balance: `${formatFunds(balance)} USD`,
    pending: `${formatFunds(pending)} USD`,
    available: `${formatFunds(available)} USD`,
    created: formatInstant(partner.created_at),
    'switched off': formatInstant(partner.switched_off_at),
    reason: partner.switched_off_reason,
  });
}
