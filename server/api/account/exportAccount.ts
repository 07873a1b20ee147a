import type { AccountExport } from '#core/contract/account/accountExport.ts';
import type { EmailChangeRow, UserRow } from '#server/platform/database/accountRows.ts';
import { generateJson, type Streamable } from '#server/platform/http/response/streamJson.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { buildJournalInsert } from '#server/accounts/accountJournal.ts';
import { buildEvent, buildNotifySettings, buildSession } from '#server/accounts/accountView.ts';
import { accountClaimList } from '#server/accounts/claims/claimList.ts';
import { listAccountPromocodes } from '#server/accounts/overview/accountPromocodes.ts';
import { findSecondFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { exportReferral } from '#server/partners/exportReferral.ts';
import { openValues } from '#server/accounts/requisites/storedRequisite.ts';
import { listPasskeys } from '#server/accounts/passkeys/accountPasskeys.ts';
import { listShopKeys } from '#server/partners/keys/shopKeys.ts';
import { exportShopLinks } from '#server/partners/links/shopLinks.ts';
import { getVerificationStatus } from '#server/exchange/verification/verificationStatus.ts';
import { listWebhooks } from '#server/partners/webhooks/webhooks.ts';
import type { Account } from '#server/accounts/sessions/authenticate.ts';

/** Data sources of the exporters. */
interface ExportSource extends Pick<AccountContext, 'catalogue' | 'config' | 'db' | 'keys' | 'log' | 'now'> {
  user: UserRow;
}

type ExportPart = Exclude<keyof AccountExport, 'exportedAt'>;

/** Parts of the export, each with its exporter. A new part needs one line here and one in the contract. */
const EXPORTERS: {
  readonly [Part in ExportPart]: (
    source: ExportSource,
  ) => Streamable<AccountExport[Part]> | Promise<Streamable<AccountExport[Part]>>;
} = {
  profile: ({ user }) => exportProfile(user),
  consents: ({ user }) => exportConsents(user),
  notify: ({ user }) => buildNotifySettings(user),
  sessions: async ({ db, user }) =>
    (
      await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', user.id)
        .orderBy('created_at')
        .execute()
    ).map(buildSession),
  journal: async ({ db, user }) =>
    (
      await db.selectFrom('account_events').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
    ).map(buildEvent),
  emailChanges: async ({ db, user }) =>
    (
      await db
        .selectFrom('email_changes')
        .selectAll()
        .where('user_id', '=', user.id)
        .orderBy('created_at')
        .execute()
    ).map(exportEmailChange),
  secondFactor: ({ db, user }) => exportSecondFactor(db, user.id),
  passkeys: async source => (await listPasskeys(source, source.user.id)).results,
  promocodes: source => listAccountPromocodes(source, source.user.id),
  requisites: exportRequisites,
  verifications: exportVerifications,
  shopKeys: async ({ db, user }) => (await listShopKeys({ db }, user.id)).results,
  webhooks: async ({ db, now, user }) => (await listWebhooks({ db, now }, user.id)).results,
  claims: source => accountClaimList.open(source, source.user.id, {}).readBatches(),
  referral: source => exportReferral(source, source.user.id),
  shopLinks: source => exportShopLinks(source, source.user.id),
};

/**
 * Writes everything that is stored about an account, apart from secrets, as JSON. Lists begin with the
 * oldest row, unless their own page has another order. Claims and the ledger are read in batches during the response.
 * 5 a day.
 */
export async function exportAccount(
  context: AccountContext,
  { user }: Account,
  device: AccountDevice,
): Promise<AsyncIterable<string>> {
  await checkLimit(context, 'accountExport', user.id);
  const { db, now } = context;
  const at = BigInt(now());
  await buildJournalInsert(db, user.id, { kind: 'data_exported', device, at }).execute();
  const parts: [string, unknown][] = [];
  for (const [part, build] of Object.entries(EXPORTERS))
    parts.push([part, await build({ ...context, user })]);
  return generateJson({ exportedAt: formatInstant(at), ...Object.fromEntries(parts) });
}

function exportProfile(user: UserRow): AccountExport['profile'] {
  const { id, email, created_at, last_login_at, payouts_frozen_until } = user;
  return {
    id,
    email,
    createdAt: formatInstant(created_at),
    lastLoginAt: formatInstantOrNull(last_login_at),
    payoutsFrozenUntil: formatInstantOrNull(payouts_frozen_until),
  };
}

const exportConsents = (user: UserRow): AccountExport['consents'] => [
  {
    at: formatInstant(user.consent_at),
    textHash: user.consent_text_hash,
    addressHash: user.consent_address_hash,
  },
];

async function exportSecondFactor(
  db: ExportSource['db'],
  userId: string,
): Promise<AccountExport['secondFactor']> {
  const factor = await findSecondFactor(db, userId);
  return factor && { enabledAt: formatInstant(factor.confirmed_at), recoveryCodes: factor.recoveryCodes };
}

async function exportRequisites(source: ExportSource): Promise<AccountExport['requisites']> {
  const { catalogue, db, user } = source;
  const rows = await db
    .selectFrom('saved_requisites')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  return rows.map(row => ({
    type: row.type,
    label: row.label,
    currency: catalogue.getCurrency(Number(row.currency_id))?.code ?? '',
    values: openValues(source, row) ?? {},
    createdAt: formatInstant(row.created_at),
    usedAt: formatInstantOrNull(row.used_at),
    payoutFrom: formatInstant(row.payout_from),
    deletedAt: formatInstantOrNull(row.deleted_at),
  }));
}

async function exportVerifications({ db, now, user }: ExportSource): Promise<AccountExport['verifications']> {
  const rows = await db
    .selectFrom('verifications')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('files')
        .whereRef('files.verification_id', '=', 'verifications.id')
        .select(fn.countAll<bigint>().as('count'))
        .as('photos'),
    )
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  return rows.map(row => ({
    status: getVerificationStatus(row, null, now()),
    bin: row.bin,
    last4: row.last4,
    photos: Number(row.photos),
    createdAt: formatInstant(row.created_at),
    decidedAt: formatInstantOrNull(row.decided_at),
    expiresAt: formatInstantOrNull(row.expires_at),
  }));
}

const exportEmailChange = (row: EmailChangeRow): AccountExport['emailChanges'][number] => ({
  oldEmail: row.old_email,
  newEmail: row.new_email,
  requestedAt: formatInstant(row.created_at),
  changedAt: formatInstantOrNull(row.changed_at),
});
