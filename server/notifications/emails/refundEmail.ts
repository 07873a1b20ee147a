import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import type { Catalogue } from '#server/exchange/catalogue/catalogue.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { getRefundFields, getRefundRequisites } from '#server/exchange/claims/refund/refundFields.ts';
import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { isSimulatedClaim } from './outbox.ts';
import { getMailbox } from '#server/platform/email/mailboxes.ts';
import { formatAmount } from './text/amountLines.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';

/**
 * Mails the destination of a refund to the address of a claim, and to the claim's owner if that is another address.
 * Does nothing while the destination is unknown. This e-mail cannot be switched off, and later ones do not replace it.
 * `device`: the device of the decision.
 */
export async function enqueueRefundEmail(
  catalogue: Catalogue,
  trx: Db,
  claim: ClaimRow,
  { device, at }: { device: AccountDevice; at: bigint },
): Promise<void> {
  const { from } = getClaimCurrencies(catalogue, claim);
  const requisites = getRefundRequisites(from, claim);
  if (!requisites || (await isSimulatedClaim(trx, claim.id))) return;
  const amount = (await getReceivedTotal(trx, claim.id)) ?? claim.from_amount;
  const message = {
    kind: 'refund_named',
    claimId: claim.id,
    number: getClaimNumber(catalogue, claim),
    summa: formatAmount(unitsToDecimal(amount, from.decimals), from),
    destination: maskRequisites(requisites, getRefundFields(from)),
    ...device,
  } as const;
  for (const recipient of await listRecipients(trx, claim))
    await enqueueAccountEmail(trx, { recipient, message, at });
}

async function listRecipients(
  trx: Db,
  { email, user_id }: Pick<ClaimRow, 'email' | 'user_id'>,
): Promise<string[]> {
  if (user_id === null) return [email];
  const owner = await trx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirst();
  return owner && getMailbox(owner.email) !== getMailbox(email) ? [email, owner.email] : [email];
}
