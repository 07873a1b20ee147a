import type { StoredAccountEmail } from '#server/accounts/accountEmail.ts';
import { deriveAccountToken } from '#server/platform/keys/accountToken.ts';
import type { AccountEmailFacts, AccountEmailText } from './accountEmailText.ts';
import { formatLine } from './formatLine.ts';
import { formatMoment } from '#server/platform/email/emailTimes.ts';

/** Composes the e-mail about the destination of a refund. Its link opens a page with a button that stops the refund. */
export function composeRefundEmail(
  { at, publicOrigin, keys }: AccountEmailFacts,
  {
    claimId,
    number,
    summa,
    destination,
    device,
    network,
  }: Extract<StoredAccountEmail, { kind: 'refund_named' }>,
): AccountEmailText {
  return {
    subject: `Заявка\u00a0${number}: возврат на ${destination}`,
    nextStep: `Проверьте, куда вернём деньги: ${summa}, ${destination}. Если это не ваши реквизиты, нажмите «Остановить возврат»: тогда решать будет оператор. Если ваши, ничего не делайте.`,
    linkLabel: 'Остановить возврат',
    url: `${publicOrigin}/claim/${claimId}#stop=${deriveAccountToken(keys, 'refund', claimId)}`,
    details: [
      {
        text: [
          `Когда: в ${formatMoment(new Date(at))}`,
          ...formatLine('Устройство', device),
          ...formatLine('Сеть', network),
        ].join('\n'),
      },
    ],
  };
}
