import type { SignedCredential } from '#core/contract/account/passkeys.ts';
import { runInTransaction } from '../../database/runInTransaction.ts';
import { createFieldProblem } from '../../http/problem.ts';
import type { AccountContext } from '../accountContext.ts';
import type { Account } from '../sessions/authenticate.ts';
import { findRelyingParty } from './relyingParty.ts';
import { findPasskey, acceptSignature } from './acceptSignature.ts';
import { verifySignedCredential } from './verifyCredential.ts';

/** A signature of another passkey, or of another challenge. */
export const passkeyProblem = createFieldProblem({ passkey: { code: 'passkey_invalid' } });

/** Verifies a passkey of somebody who is logged in, with a challenge of this session, which is used up. */
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
  // After the commit: a challenge that was presented is used up, also by a passkey whose counter has moved.
  if (!isAccepted) throw passkeyProblem;
}
