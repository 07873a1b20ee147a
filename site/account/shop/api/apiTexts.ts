import type { ShopKeyScope, ShopMode } from '#core/contract/account/shopKeys.ts';
import type { Webhook, WebhookDelivery } from '#core/contract/account/shopWebhooks.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';

/** What each scope allows. */
export const SCOPE_TEXTS: Readonly<Record<ShopKeyScope, string>> = {
  'claims:read': 'читать заявки',
  'claims:write': 'создавать заявки',
  'statistics:read': 'читать статистику',
  'ledger:read': 'читать начисления и\u00a0выплаты',
};

export const MODE_TEXTS: Readonly<Record<ShopMode, string>> = { live: 'Рабочий', test: 'Тестовый' };

/** Why there was no response, by the code of a delivery. */
const DELIVERY_ERRORS: Readonly<Record<string, string>> = {
  timeout: 'нет ответа за\u00a010\u00a0с',
  webhook_private: 'адрес частной сети',
  webhook_unresolved: 'сервер не\u00a0найден',
  webhook_off: 'не\u00a0отправлено: вебхук выключен',
  partner_off: 'не\u00a0отправлено: партнёрская программа была отключена',
  event_damaged: 'не\u00a0отправлено: событие повреждено',
  ECONNREFUSED: 'в\u00a0соединении отказано',
  ECONNRESET: 'соединение разорвано',
};

/** The state of a webhook and its colour. */
export function describeWebhook({ off, failingSince }: Webhook): {
  text: string;
  tone: 'success' | 'pending' | 'failure';
} {
  if (off)
    return {
      tone: 'failure',
      text: {
        failing: 'Выключен: пять дней не\u00a0принимал события',
        gone: 'Выключен: ответил кодом\u00a0410',
        account_stopped: 'Выключен по\u00a0ссылке «Это не\u00a0я»',
      }[off.reason],
    };
  if (failingSince !== null)
    return { tone: 'pending', text: `Не\u00a0принимает события с\u00a0${formatFullDate(failingSince)}` };
  return { tone: 'success', text: 'Включён' };
}

/** Result of a delivery: «Доставлено, код 204, 120 мс». */
export function describeDelivery(delivery: WebhookDelivery): { text: string; tone: string } {
  const { status, attempt, responseCode, error, duration, nextAt } = delivery;
  const result = [
    responseCode === null ? null : `код\u00a0${responseCode}`,
    error === null ? null : (DELIVERY_ERRORS[error] ?? error),
    duration === null ? null : `${duration}\u00a0мс`,
    attempt > 1 ? `попытка\u00a0${attempt}` : null,
  ].filter(part => part !== null);
  if (status === 'delivered') return { tone: 'success', text: ['Доставлено', ...result].join(', ') };
  if (status === 'failed') return { tone: 'failure', text: ['Не\u00a0доставлено', ...result].join(', ') };
  if (attempt === 0) return { tone: 'pending', text: 'В\u00a0очереди' };
  const next = nextAt === null ? [] : [`повторим ${formatFullDate(nextAt)}`];
  return { tone: 'pending', text: ['Отправляем', ...result, ...next].join(', ') };
}
