import type { ClaimRequisite, ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import type { Currency } from '../catalogue/catalogueSnapshot.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import { isClaimOverdue } from '../claims/status/claimExpiry.ts';
import { buildClaimRequisite, buildClaimStatus, getClaimCurrencies } from '../claims/view/claimStatus.ts';
import type { ServerContext } from '../context.ts';
import { getMailbox, mayMail } from './recipients.ts';

/** What an e-mail about a claim is composed from: the claim as its page shows it, and what only the server knows. */
export interface ClaimMailFacts {
  claim: ClaimStatus;
  from: Currency;
  to: Currency;
  /** Where and how much to pay now; null if nothing is to be paid, or if a merchant takes the payment. */
  requisite: ClaimRequisite | null;
  /** The recalculation that awaits the client's decision. */
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

/** Loads the current facts of a claim. */
export async function loadClaimMailFacts(
  context: Pick<ServerContext, 'catalogue' | 'config' | 'db' | 'now' | 'keys'>,
  claimId: string,
): Promise<ClaimMailFacts> {
  const { catalogue, db, now } = context;
  const row = await loadClaimById(db, claimId);
  const claim = await buildClaimStatus(context, db, row);
  const currencies = getClaimCurrencies(catalogue, row);
  const { from, to } = currencies;
  const received = claim.received === null ? null : decimalToUnits(claim.received, from.decimals);
  const lastEvent = await db
    .selectFrom('claim_events')
    .select(['actor', 'from_status'])
    .where('claim_id', '=', claimId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const sentMail = await db
    .selectFrom('mail')
    .select('id')
    .where('claim_id', '=', claimId)
    .where('sent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return {
    claim,
    from,
    to,
    requisite: buildClaimRequisite(row, currencies, received, now()),
    offer: claim.recalculations.findLast(({ state }) => state === 'offered') ?? null,
    previousStatus: lastEvent?.from_status ?? null,
    isChangedByClient: lastEvent?.actor === 'client',
    cardRejection: await loadCardRejection(db, claim),
    isOverdue: isClaimOverdue(row, now()),
    isFirst: sentMail === undefined,
    awaitsConfirmation: !(await mayMail(db, context.keys, { claimId, mailbox: getMailbox(row.email) })),
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
