import type { Transaction } from 'kysely';
import type { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import type { ExchangeContext } from '../../context.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { deriveClaimSecret } from '../claimSecret.ts';
import { selectClaimNumber } from '../claimNumber.ts';
import { loadClaimById } from '../findClaimById.ts';
import { buildAnswerInsert, type IdempotencyLookup, type IdempotentRequest } from '../idempotency.ts';
import { choosePaymentTarget, readFreeRequisite, type ChosenTarget } from '../payment/choosePaymentTarget.ts';
import { loadNewClaimDetails } from '../view/claimDetails.ts';
import { buildClaimStatus } from '../view/claimStatus.ts';
import { buildClaimRow, getPayableClaim, type ClaimClient } from './buildClaimRow.ts';
import { buildClaimDraft, type ValidatedRequest } from './claimDraft.ts';
import { readCreationFacts, type CreationFacts } from './creationFacts.ts';
import { publishClaimChange, UNKNOWN_SOURCE } from '../claimSubscribers.ts';
import { insertClaim, listFirstEvents } from './insertClaim.ts';
import { checkOpenClaimLimit } from './openClaimLimit.ts';
import { getPairIds, type ClaimBody } from './parseClaimBody.ts';
import { refuseTakenAmount } from './takenAmount.ts';

/** The claim with its secret, created by this request or by an earlier one with the same key. */
export interface ClaimCreation {
  created: ClaimCreated;
  isRepetition: boolean;
}

/**
 * Creates the claim of a request in the caller's transaction. A request with the key of an earlier one gets its
 * response. Throws `reserveTakenProblem`.
 */
export async function writeClaim(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  body: ClaimBody,
  idempotent: IdempotentRequest | null,
  client: ClaimClient,
): Promise<ClaimCreation> {
  const pairIds = getPairIds(body);
  const owner = {
    email: body.email,
    addressHashes: context.keys.listHashes('claim-address', client.network),
  };
  const { limits } = context.config;
  const facts = await readCreationFacts(context, trx, {
    pairIds,
    owner,
    userId: client.userId,
    idempotent,
  });
  if (facts.earlier.found) return repeatAnswer(context, trx, facts.earlier);
  const validated = await buildClaimDraft(context, trx, body, facts);
  await checkOpenClaimLimit(trx, limits, owner, facts.openClaims, context.now());
  const { userId, saver } = client;
  if (userId !== null && saver && body.saveRequisites)
    await publishClaimChange(context, trx, 'savingRequisites', {
      requisites: validated.draft,
      userId,
      device: saver.device,
    });
  return insertValidClaim(context, trx, { ...validated, facts, idempotent, client });
}

/** Returns the response to an earlier request with the same key; 409 if that request had another body. */
export async function repeatAnswer(
  context: ExchangeContext,
  db: Db,
  earlier: Extract<IdempotencyLookup, { found: true }>,
): Promise<ClaimCreation> {
  if (!earlier.same) throw createProblem(409, 'idempotency_conflict');
  const answer = JSON.parse(earlier.answer) as ClaimStatus;
  const claim = await loadClaimById(db, earlier.claimId);
  const created = { ...answer, secret: deriveClaimSecret(context.keys, claim) };
  return { created, isRepetition: true };
}

/** A valid request whose owner is within the limits of open claims. */
interface ValidClaim extends ValidatedRequest {
  facts: CreationFacts;
  idempotent: IdempotentRequest | null;
  client: ClaimClient;
}

/** Chooses the payment target, and writes the claim in its first status. */
async function insertValidClaim(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  { draft, priced, facts, idempotent, client }: ValidClaim,
): Promise<ClaimCreation> {
  const now = context.now();
  const requisites = draft.needsVerification ? [] : facts.requisites;
  const of = { currency: draft.from, amount: draft.amounts.from };
  // The number is not read with the facts: refused requests would use up numbers.
  const [requisite, [row] = []] = await readFreeRequisite(trx, requisites, of, [selectClaimNumber(trx)]);
  if (!row) throw new Error('there is no claim number');
  const payable = getPayableClaim(context, draft, row.number);
  let chosen: ChosenTarget | null = null;
  if (!draft.needsVerification) {
    chosen = await choosePaymentTarget(trx, payable, context.config.merchants, requisite);
    if (!chosen) await refuseTakenAmount(context, trx, priced, draft);
  }
  const status = draft.needsVerification ? 'verification' : chosen === null ? 'requisites' : 'waiting';
  const payTo = chosen?.target ?? null;
  const claim = buildClaimRow(context, draft, { payable, client, status, payTo, now });
  const answer = await buildClaimStatus(context, trx, claim, draft, {
    details: await loadNewClaimDetails(trx, claim, listFirstEvents(claim)),
    emailConfirmed: facts.isMailboxConfirmed,
  });
  const answerInsert =
    idempotent &&
    buildAnswerInsert(trx, {
      ...idempotent,
      scope: 'claim',
      claimId: claim.id,
      answer: JSON.stringify(answer),
      at: now,
    });
  const newClaim = {
    claim,
    requisite: chosen?.requisite ?? null,
    isSimulated: false,
    requisites: draft,
    source: client.source ?? UNKNOWN_SOURCE,
  };
  const created = { ...answer, secret: deriveClaimSecret(context.keys, claim) };
  // Last, because it commits.
  await insertClaim(context, trx, newClaim, { others: answerInsert ? [answerInsert] : [], commits: true });
  return { created, isRepetition: false };
}
