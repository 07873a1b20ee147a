import { findCardVerifications } from '#server/exchange/verification/cardVerifications.ts';
import { findRequisite } from './changeRequisite.ts';
import { openValues } from './storedRequisite.ts';
import { lockUser } from '../sessions/login.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import {
  buildVerificationRow,
  lockCardVerifications,
  type StartedVerification,
} from '#server/exchange/verification/startVerification.ts';
import { findCardNumber } from '#server/exchange/requisites/storedCard.ts';
import { getDraftExpiry, getVerificationStatus } from '#server/exchange/verification/verificationStatus.ts';

/**
 * Creates the verification of a saved card before any claim, or returns the account's existing one of the same card,
 * also that of a claim. 400 if the requisite has no card.
 */
export function startCardVerification(
  context: Pick<ExchangeContext, 'db' | 'keys' | 'log' | 'now'>,
  userId: string,
  requisiteId: string,
): Promise<StartedVerification> {
  const { db, keys, now } = context;
  return runInTransaction(db, async trx => {
    await lockUser(trx, userId);
    await lockCardVerifications(trx, userId);
    const requisite = await findRequisite(trx, { userId, id: requisiteId.toLowerCase() });
    if (!requisite) throw notFoundProblem;
    const number = findCardNumber(openValues(context, requisite) ?? {}, {});
    if (number === null) throw createFieldProblem({ requisite: { code: 'body_invalid' } });
    const earlier = await findCardVerifications(trx, userId, keys.listHashes('card', number));
    const current = earlier.find(row => getVerificationStatus(row, row.claim, now()) !== 'expired');
    if (current) {
      const { claim: _, ...row } = current;
      return { row, isNew: false };
    }
    const owner = { claim_id: null, user_id: userId, requisite_id: requisite.id };
    const row = {
      ...buildVerificationRow(keys, number, owner, now()),
      expires_at: BigInt(getDraftExpiry(now())),
    };
    await trx.insertInto('verifications').values(row).execute();
    return { row, isNew: true };
  });
}
