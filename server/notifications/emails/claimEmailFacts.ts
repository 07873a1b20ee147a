import type { ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import type { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { isClaimOverdue } from '#server/exchange/claims/status/claimExpiry.ts';
import { loadDetailsOfClaims, type StoredClaimDetails } from '#server/exchange/claims/view/claimDetails.ts';
import {
  buildClaimRequisite,
  buildClaimStatus,
  getClaimCurrencies,
} from '#server/exchange/claims/view/claimStatus.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { LeasedEmail } from './leaseEmail.ts';

/** Data of an e-mail about a claim: the claim as its page shows it, and data that only the server has. */
export interface ClaimEmailFacts {
  claim: ClaimStatus;
  from: Currency;
  to: Currency;
  /** Payment requisite and amount to pay now; null if nothing is to be paid, or if a merchant takes the payment. */
  requisite: ClaimRequisite | null;
  /** The recalculation that needs the client's decision. */
  offer: Recalculation | null;
  /** The status before the current one. */
  previousStatus: ClaimStatusCode | null;
  /** Whether the client made the last change of the status. */
  isChangedByClient: boolean;
  /** The operator's sentence about a rejected card. */
  cardRejection: string | null;
  /** Whether the deadline has passed, but the status has not changed yet. */
  isOverdue: boolean;
  /** Whether no e-mail about this claim has been sent. */
  isFirst: boolean;
  /** Whether the recipient gets further e-mails only after opening the link. */
  awaitsConfirmation: boolean;
}

/** A claim with its data from other tables. */
export interface EmailClaim {
  claim: ClaimRow;
  details: StoredClaimDetails;
  /** Whether the claim belongs to an account that has unsubscribed from e-mails about its claims. */
  isMuted: boolean;
}

/** Loads the claims of a batch of e-mails, by id. */
export async function loadEmailClaims(
  db: Db,
  emails: readonly LeasedEmail[],
): Promise<Map<string, EmailClaim>> {
  const ids = emails.flatMap(({ claim_id }) => claim_id ?? []);
  if (ids.length === 0) return new Map();
  const claims = await db
    .selectFrom('claims')
    .selectAll()
    .where(isAnyOf(db, 'id', ids))
    .execute();
  const detailsById = await loadDetailsOfClaims(db, claims);
  const mutedUsers = await loadMutedUsers(db, claims);
  return new Map(
    claims.flatMap(claim => {
      const details = detailsById.get(claim.id);
      const isMuted = claim.user_id !== null && mutedUsers.has(claim.user_id);
      return details ? [[claim.id, { claim, details, isMuted }]] : [];
    }),
  );
}

/** Returns the owners of claims who have unsubscribed from e-mails about them. */
async function loadMutedUsers(db: Db, claims: readonly Pick<ClaimRow, 'user_id'>[]): Promise<Set<string>> {
  const ids = [...new Set(claims.flatMap(({ user_id }) => user_id ?? []))];
  if (ids.length === 0) return new Set();
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(isAnyOf(db, 'id', ids))
    .where('notify_claims', '=', 0n)
    .execute();
  return new Set(users.map(({ id }) => id));
}

/** Builds the facts of an e-mail about a claim that has just been loaded. */
export async function buildClaimEmailFacts(
  context: ServerContext,
  { isFirst, emailConfirmed }: LeasedEmail,
  { claim: row, details }: EmailClaim,
): Promise<ClaimEmailFacts> {
  const { catalogue, db, now } = context;
  const claim = await buildClaimStatus(context, db, row, undefined, { details, emailConfirmed });
  const currencies = getClaimCurrencies(catalogue, row);
  const lastEvent = details.events.at(-1);
  return {
    claim,
    ...currencies,
    requisite: buildClaimRequisite(row, currencies, details.received, now()),
    offer: claim.recalculations.findLast(({ state }) => state === 'offered') ?? null,
    previousStatus: lastEvent?.from_status ?? null,
    isChangedByClient: lastEvent?.actor === 'client',
    cardRejection: await loadCardRejection(db, claim),
    isOverdue: isClaimOverdue(row, now()),
    isFirst,
    awaitsConfirmation: !emailConfirmed,
  };
}

async function loadCardRejection(
  db: ServerContext['db'],
  { verification }: ClaimStatus,
): Promise<string | null> {
  if (verification?.status !== 'rejected') return null;
  const row = await db
    .selectFrom('verifications')
    .select('reason')
    .where('id', '=', verification.id)
    .executeTakeFirst();
  return row?.reason ?? null;
}
