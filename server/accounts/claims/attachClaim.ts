import { authorizeClaim, type ClaimCredentials } from '#server/exchange/claims/view/authorizeClaim.ts';
import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';

/**
 * Attaches a claim that a guest created to an account. The claim's secret proves the ownership; an equal e-mail does
 * not. Succeeds again for the same account; 404 for the claim of another account, an unknown claim and a wrong secret.
 */
export async function attachClaim(
  context: ExchangeContext,
  userId: string,
  { id, ...credentials }: { id: string } & Pick<ClaimCredentials, 'secret' | 'network'>,
): Promise<void> {
  const found = await authorizeClaim(context, id, { ...credentials, userId: null });
  if (found.access !== 'owner') throw notFoundProblem;
  await transactOnClaim(context.db, found.claim.id, async (trx, claim) => {
    if (claim.user_id !== null && claim.user_id !== userId) throw notFoundProblem;
    await trx.updateTable('claims').set({ user_id: userId }).where('id', '=', claim.id).execute();
  });
}
