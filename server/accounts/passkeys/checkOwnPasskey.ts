import type { SignedCredential } from '#core/contract/account/passkeys/passkeys.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import type { AccountContext } from '../accountContext.ts';
import type { Account } from '../sessions/authenticate.ts';
import { findRelyingParty } from './relyingParty.ts';
import { findPasskey, acceptSignature } from './acceptSignature.ts';
import { verifySignedCredential } from './verifyCredential.ts';

/** The signature is by another passkey, or for another challenge. */
export const passkeyProblem = createFieldProblem({ passkey: { code: 'passkey_invalid' } });

/** Verifies a passkey of a logged-in user, and consumes its challenge, which belongs to this session. */
export async function checkOwnPasskey(
  { config, db, now }: AccountContext,
  { user, session }: Account,
  credential: SignedCredential,
): Promise<void> {
  const relyingParty = findRelyingParty(config);
  const passkey = await findPasskey(db, credential.id);
  if (!relyingParty || passkey?.user_id !== user.id) throw passkeyProblem;
  const signature = await verifySignedCredential(relyingParty, credential, passkey);
  if (!signature) throw passkeyProblem;
  const binding = { purpose: 'confirm', user_id: user.id, session_id: session.id } as const;
  const isAccepted = await runInTransaction(db, trx =>
    acceptSignature(trx, passkey, { signature, binding, at: BigInt(now()) }),
  );
  // After the commit: a presented challenge stays consumed, even if the counter of the passkey does not match.
  if (!isAccepted) throw passkeyProblem;
}
