import { createAccountVisitor } from '../../account/support/accountVisitor.ts';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';

/** Creates a claim for litecoins, and records that rubles came in. `path`: its page at the desk. */
export async function createPaidClaim(
  exchange: AccountExchange,
  { fromSumma, amount = fromSumma, reference }: { fromSumma: string; amount?: string; reference: string },
) {
  const client = await createAccountVisitor(exchange);
  const claim = await client.createClaim('SBERRUB', 'LTC', fromSumma);
  const payment = ['--amount', amount, '--reference', reference, '--force'];
  await exchange.runOperator('claim', claim.number, ...payment);
  return { ...claim, path: `/operator/claims/${claim.id}` };
}
