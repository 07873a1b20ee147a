import type { StoredAccountEmail } from '#server/accounts/accountEmail.ts';
import { deriveAccountToken } from '#server/platform/keys/accountToken.ts';
import type { AccountEmailFacts, AccountEmailText } from './accountEmailText.ts';
import { formatOrigin } from './formatLine.ts';

/** Composes the e-mail about the destination of a refund. Its link opens a page with a button that stops the refund. */
export function composeRefundEmail(
  { at, publicOrigin, keys }: AccountEmailFacts,
  message: Extract<StoredAccountEmail, { kind: 'refund_named' }>,
): AccountEmailText {
  const { claimId, number, summa, destination, device, network } = message;
  return {
    subject: `Заявка ${number}: возврат на ${destination}`,
    nextStep: `Проверьте, куда вернём деньги: ${summa}, ${destination}. Если это не ваши реквизиты, нажмите «Остановить возврат»: тогда решать будет оператор. Если ваши, ничего не делайте.`,
    linkLabel: 'Остановить возврат',
    url: `${publicOrigin}/claim/${claimId}#stop=${deriveAccountToken(keys, 'refund', claimId)}`,
    details: [formatOrigin({ at, device, network })],
  };
}
