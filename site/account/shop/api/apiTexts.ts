import type { ShopKeyScope, ShopMode } from '#core/contract/account/shopKeys.ts';
import type { Webhook, WebhookDelivery } from '#core/contract/account/shopWebhooks.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';

/** What each scope allows. */
export const SCOPE_TEXTS: Readonly<Record<ShopKeyScope, string>> = {
  'claims:read': 'читать заявки',
  'claims:write': 'создавать заявки',
  'statistics:read': 'читать статистику',
  'ledger:read': 'читать начисления и выплаты',
};

export const MODE_TEXTS: Readonly<Record<ShopMode, string>> = { live: 'Рабочий', test: 'Тестовый' };

/** Why there was no response, by the code of a delivery. */
const DELIVERY_ERRORS: Readonly<Record<string, string>> = {
  timeout: 'нет ответа за 10 с',
  webhook_private: 'адрес частной сети',
  webhook_unresolved: 'сервер не найден',
  webhook_off: 'не отправлено: вебхук выключен',
  partner_off: 'не отправлено: партнёрская программа была отключена',
  event_damaged: 'не отправлено: событие повреждено',
  ECONNREFUSED: 'в соединении отказано',
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
        failing: 'Выключен: пять дней не принимал события',
        gone: 'Выключен: ответил кодом 410',
        account_stopped: 'Выключен по ссылке «Это не я»',
      }[off.reason],
    };
  if (failingSince !== null)
    return { tone: 'pending', text: `Не принимает события с ${formatFullDate(failingSince)}` };
  return { tone: 'success', text: 'Включён' };
}

/** Result of a delivery: «Доставлено, код 204, 120 мс». */
export function describeDelivery(delivery: WebhookDelivery): { text: string; tone: string } {
  const { status, attempt, responseCode, error, duration, nextAt } = delivery;
  const result = [
    responseCode === null ? null : `код ${responseCode}`,
    error === null ? null : (DELIVERY_ERRORS[error] ?? error),
    duration === null ? null : `${duration} мс`,
    attempt > 1 ? `попытка ${attempt}` : null,
  ].filter(part => part !== null);
  if (status === 'delivered') return { tone: 'success', text: ['Доставлено', ...result].join(', ') };
  if (status === 'failed') return { tone: 'failure', text: ['Не доставлено', ...result].join(', ') };
  if (attempt === 0) return { tone: 'pending', text: 'В очереди' };
  const next = nextAt === null ? [] : [`повторим ${formatFullDate(nextAt)}`];
  return { tone: 'pending', text: ['Отправляем', ...result, ...next].join(', ') };
}
