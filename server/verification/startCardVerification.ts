import { findCardVerifications } from '../accounts/requisites/cardVerifications.ts';
import { findRequisite } from '../accounts/requisites/changeRequisite.ts';
import { openValues } from '../accounts/requisites/storedRequisite.ts';
import { lockUser } from '../accounts/sessions/login.ts';
import type { ServerContext } from '../context.ts';
import { transactIfOk } from '../database/transactIfOk.ts';
import { createFieldProblem, notFoundProblem, type ProblemResult } from '../http/problemResult.ts';
import {
  buildVerificationRow,
  lockCardVerifications,
  type StartedVerification,
} from './startVerification.ts';
import { findCardNumber } from './storedCard.ts';
import { getDraftExpiry, getVerificationStatus } from './verificationStatus.ts';

/**
 * Creates the verification of a saved card before any claim, or returns the account's existing one of the same card, also
 * that of a claim. 400 if the requisite has no card.
 */
export function startCardVerification(
  context: Pick<ServerContext, 'db' | 'keys' | 'log' | 'now'>,
  userId: string,
  requisiteId: string,
): Promise<StartedVerification | ProblemResult> {
  const { db, keys, now } = context;
  return transactIfOk(db, async trx => {
    await lockUser(trx, userId);
    await lockCardVerifications(trx, userId);
    const requisite = await findRequisite(trx, { userId, id: requisiteId.toLowerCase() });
    if (!requisite) return notFoundProblem;
    const number = findCardNumber(openValues(context, requisite) ?? {}, {});
    if (number === null) return createFieldProblem({ requisite: { code: 'body_invalid' } });
    const earlier = await findCardVerifications(trx, userId, keys.listHashes('card', number));
    const current = earlier.find(row => getVerificationStatus(row, row.claim, now()) !== 'expired');
    if (current) {
      const { claim: _, ...row } = current;
      return { ok: true, row, isNew: false };
    }
    const owner = { claim_id: null, user_id: userId, requisite_id: requisite.id };
    const row = {
      ...buildVerificationRow(keys, number, owner, now()),
      expires_at: BigInt(getDraftExpiry(now())),
    };
    await trx.insertInto('verifications').values(row).execute();
    return { ok: true, row, isNew: true };
  });
}
