import type { SelectQueryBuilder } from 'kysely';
import * as v from 'valibot';
import {
  UNDELIVERED_EMAIL_STATES,
  type UndeliveredEmail,
  type UndeliveredEmailState,
} from '#core/contract/operator/undeliveredEmails.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { PagedList } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { isEmailLinkExpired } from './changeUndeliveredEmail.ts';
import { toClaimReference } from '../claims/claimReference.ts';

/** Minimum age of an e-mail, milliseconds: the first attempt of a younger one may still run. */
const MIN_DELAY_MS = 60_000;

/** Dead ones with the newest first; delayed ones in the order of their attempts. */
export const UNDELIVERED_EMAIL_ORDERS = {
  dead: { 'mail.dead_at': 'desc', 'mail.id': 'desc' },
  delayed: { 'mail.next_at': 'asc', 'mail.id': 'asc' },
} as const;

type EmailQuery = SelectQueryBuilder<DatabaseSchema, 'mail', object>;

/** Selects the e-mails with a state. */
export function selectUndeliveredEmails(db: Db, state: UndeliveredEmailState, now: number): EmailQuery {
  const unsent = db.selectFrom('mail').where('mail.sent_at', 'is', null);
  return state === 'dead'
    ? unsent.where('mail.dead_at', 'is not', null)
    : unsent
        .where('mail.dead_at', 'is', null)
        .where('mail.attempts', '>', 0n)
        .where('mail.at', '<=', BigInt(now - MIN_DELAY_MS));
}

/** Adds the columns that staff sees. */
export const selectEmailColumns = (query: EmailQuery) =>
  query
    .leftJoin('claims', 'claims.id', 'mail.claim_id')
    .select(['mail.id', 'mail.kind', 'mail.mailbox', 'mail.attempts', 'mail.at', 'mail.next_at'])
    .select(['mail.dead_at', 'mail.failure', 'mail.claim_id', 'claims.public_number']);

/** The domain of a mailbox. */
export const getDomain = (mailbox: string): string => mailbox.slice(mailbox.lastIndexOf('@') + 1);

const EmailFilters = v.object({ state: v.optional(v.picklist(UNDELIVERED_EMAIL_STATES), 'dead') });
type EmailFilters = v.InferOutput<typeof EmailFilters>;

/** The e-mails to clients that could not be sent. All staff sees the same. */
export const undeliveredEmailList: PagedList<
  Pick<ServerContext, 'db' | 'now'>,
  null,
  EmailFilters,
  UndeliveredEmail
> = {
  filters: EmailFilters,
  open: ({ db, now }, _, { state }) =>
    openList({
      rows: selectUndeliveredEmails(db, state, now()),
      order: UNDELIVERED_EMAIL_ORDERS[state],
      select: selectEmailColumns,
      build: rows =>
        rows.map(row => ({
          id: Number(row.id),
          kind: row.kind,
          claim: toClaimReference(row.claim_id, row.public_number),
          domain: getDomain(row.mailbox),
          attempts: Number(row.attempts),
          failure: row.failure,
          createdAt: formatInstant(row.at),
          deadAt: formatInstantOrNull(row.dead_at),
          nextAt: formatInstant(row.next_at),
          isExpired: isEmailLinkExpired(row, now()),
        })),
    }),
};
