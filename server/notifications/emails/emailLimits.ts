import { EMAIL_LIMIT_GROUPS } from '#server/platform/email/emailLimitGroups.ts';
import type { ServerContext } from '../context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { EmailKind } from '#server/platform/database/serverRows.ts';
import type { LimitSettings } from '#server/platform/limits/limitVariables.ts';
import type { StoredEmail } from './emailAttempts.ts';
import { findGenuineClaims } from '#server/exchange/claims/genuineClaims.ts';
import { findConfirmedMailboxes } from '#server/platform/email/mailboxes.ts';

/** Period of the limits of e-mails, milliseconds. */
const LIMIT_PERIOD_MS = 24 * 3_600_000;

/** Number of networks whose e-mails about sign-ups, or alerts, fit into a mailbox's limit: see `signupEmail`. */
const NETWORKS_PER_MAILBOX = 3;

/** Maximum number of e-mails about sign-ups, or about alerts, to a mailbox in a day. */
export const getMailboxEmailLimit = ({ unconfirmedMailsPerDay }: LimitSettings): number =>
  unconfirmedMailsPerDay * NETWORKS_PER_MAILBOX;

/** Data that the limits of a batch of e-mails depend on. */
export interface EmailLimitFacts {
  genuineClaims: ReadonlySet<string>;
  confirmedMailboxes: ReadonlySet<string>;
  /** The counted e-mails of each mailbox, by id. */
  recentEmail: ReadonlyMap<string, Map<bigint, RecentEmail>>;
}

/** An e-mail that was sent, or whose delivery may be in progress. `time`: milliseconds. */
interface RecentEmail {
  kind: EmailKind;
  time: number;
}

/** Loads the data for the limits of these e-mails. The caller has locked their mailboxes. */
export async function loadEmailLimitFacts(
  { keys }: ServerContext,
  trx: Db,
  rows: readonly StoredEmail[],
  now: number,
): Promise<EmailLimitFacts> {
  const mailboxes = [...new Set(rows.map(({ mailbox }) => mailbox))];
  const claimIds = [...new Set(rows.flatMap(({ claim_id }) => claim_id ?? []))];
  return {
    genuineClaims: claimIds.length === 0 ? new Set() : await findGenuineClaims(trx, claimIds),
    confirmedMailboxes: await findConfirmedMailboxes(trx, keys, mailboxes),
    recentEmail: await loadRecentEmail(trx, mailboxes, now),
  };
}

/** Loads the times of the mailboxes' e-mails that were sent within the period, or whose delivery may be in progress. */
async function loadRecentEmail(
  trx: Db,
  mailboxes: readonly string[],
  now: number,
): Promise<Map<string, Map<bigint, RecentEmail>>> {
  const since = BigInt(now - LIMIT_PERIOD_MS);
  const rows = await trx
    .selectFrom('mail')
    .select(['id', 'mailbox', 'kind', 'sent_at', 'at'])
    .where(isAnyOf(trx, 'mailbox', mailboxes))
    .where(({ or, and, eb }) =>
      or([
        eb('sent_at', '>', since),
        and([eb('sent_at', 'is', null), eb('attempts', '>', 0n), eb('at', '>', since)]),
      ]),
    )
    .execute();
  const recentEmail = new Map(mailboxes.map(mailbox => [mailbox, new Map<bigint, RecentEmail>()]));
  for (const { id, mailbox, kind, sent_at, at } of rows)
    recentEmail.get(mailbox)?.set(id, { kind, time: Number(sent_at ?? at) });
  return recentEmail;
}

/** Counts an e-mail that was leased after the facts were loaded. */
export function countLeasedEmail(
  { recentEmail }: EmailLimitFacts,
  { id, mailbox, kind, at }: StoredEmail,
): void {
  recentEmail.get(mailbox)?.set(id, { kind, time: Number(at) });
}

/**
 * Returns when an e-mail may be sent: `now` or later, milliseconds. Null: never, because a day has passed. An
 * unconfirmed mailbox gets one e-mail for each claim, and few in a day; any mailbox has a limit. E-mails about money or
 * an operator's action are not limited: strangers cannot cause them. `isFirst`: none about the claim was sent, or there
 * is no claim.
 */
export function getEmailTime(
  configured: LimitSettings,
  { genuineClaims, confirmedMailboxes, recentEmail }: EmailLimitFacts,
  { id, claim_id, kind, mailbox, at }: StoredEmail,
  { isFirst, now }: { isFirst: boolean; now: number },
): number | null {
  const group = EMAIL_LIMIT_GROUPS[kind];
  if (group === null || (claim_id !== null && genuineClaims.has(claim_id))) return now;
  const isConfirmed = confirmedMailboxes.has(mailbox);
  const limits = {
    claims: isConfirmed ? configured.mailsPerDay : configured.unconfirmedMailsPerDay,
    signups: getMailboxEmailLimit(configured),
    alerts: getMailboxEmailLimit(configured),
  };
  const countedTimes = [...(recentEmail.get(mailbox) ?? [])].flatMap(([other, recent]) =>
    other === id || EMAIL_LIMIT_GROUPS[recent.kind] !== group ? [] : [recent.time],
  );
  const freeAt = getLimitEnd(countedTimes, limits[group], now);
  const droppedAt = Number(at) + LIMIT_PERIOD_MS;
  const sendAt = isConfirmed || isFirst ? freeAt : droppedAt;
  if (sendAt <= now && (isConfirmed || isFirst)) return now;
  return droppedAt <= now ? null : Math.min(sendAt, droppedAt);
}

/** Returns when a mailbox with e-mails of these times may get another one, milliseconds. */
function getLimitEnd(times: readonly number[], limit: number, now: number): number {
  const oldest = times.toSorted((a, b) => b - a)[limit - 1];
  return oldest === undefined ? now : oldest + LIMIT_PERIOD_MS;
}
