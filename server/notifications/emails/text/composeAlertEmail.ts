import { ALERT_LINK_LIFETIME } from '#core/contract/course/courseAlert.ts';
import { LINK_LIFETIMES_MS, type StoredAccountEmail } from '#server/accounts/accountEmail.ts';
import { deriveAccountToken } from '#server/platform/keys/accountToken.ts';
import type { AccountEmailFacts, AccountEmailText } from './accountEmailText.ts';
import { formatUntil } from '#server/platform/email/emailTimes.ts';

type AlertEmail = Extract<StoredAccountEmail, { alertId: string }>;

/** Composes the e-mails about an alert: the one that confirms it, and the one about the reached course. */
export function composeAlertEmail(
  { at, publicOrigin, keys }: AccountEmailFacts,
  message: AlertEmail,
): AccountEmailText {
  const { alertId, pair, price, course } = message;
  const cancelUrl = `${publicOrigin}/alert#cancel=${deriveAccountToken(keys, 'alert_stop', alertId)}`;
  if (message.kind === 'course_reached')
    return {
      subject: `Размен: ${course}`,
      nextStep: `Обменяйте, пока курс держится: ${pair}, сейчас ${course}. Вы просили написать, когда будет ${price}. Точный курс покажет заявка.`,
      linkLabel: 'Открыть обмен',
      url: `${publicOrigin}/?cur_from=${message.from}&cur_to=${message.to}`,
      details: [
        'Это уведомление выполнено, и больше писем о нём не будет. Адрес из него стёрли.',
        { text: 'Отменить остальные уведомления на эту почту:', url: cancelUrl },
      ],
    };
  const until = formatUntil(new Date(at + LINK_LIFETIMES_MS.course_alert).toISOString());
  return {
    subject: 'Размен: подтвердите уведомление о курсе',
    nextStep: `Подтвердите, и мы один раз напишем, когда будет ${price}: ${pair}. Ссылка действует ${ALERT_LINK_LIFETIME.text},${until}.`,
    linkLabel: 'Подтвердить уведомление',
    url: `${publicOrigin}/alert#confirm=${deriveAccountToken(keys, 'alert', alertId)}`,
    details: [
      `Сейчас: ${course}`,
      'Если просили не вы, ничего не делайте: без подтверждения больше не напишем.',
      { text: 'Отменить, и адрес сотрём в течение суток:', url: cancelUrl },
    ],
  };
}
