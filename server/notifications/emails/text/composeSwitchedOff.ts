import type { AutoWithdrawalEnd, StoredAccountEmail } from '#server/accounts/accountEmail.ts';
import type { AccountEmailFacts, AccountEmailText } from './accountEmailText.ts';
import { formatLine } from './formatLine.ts';

/** Composes the e-mail about a webhook that the server has switched off. */
export function composeWebhookOff(
  { publicOrigin }: AccountEmailFacts,
  { url, reason }: Extract<StoredAccountEmail, { kind: 'webhook_off' }>,
): AccountEmailText {
  const cause = reason === 'gone' ? 'он ответил кодом 410' : 'он не принимал события пять дней подряд';
  return {
    subject: 'Размен: вебхук выключен',
    nextStep: `Проверьте сервер и включите вебхук снова. Мы выключили его: ${cause}.`,
    linkLabel: 'Открыть вебхуки',
    url: `${publicOrigin}/account/shop/api`,
    details: [formatLine('Вебхук', url).join('')],
  };
}

const END_CAUSES: Readonly<Record<AutoWithdrawalEnd, string>> = {
  requisite_removed: 'реквизит, на который он шёл, удалён',
  stopped: 'вы нажали «Это не я», и аккаунт остановлен',
  withdrawal_cancelled: 'вывод, который он запросил, отменён',
};

/** Composes the e-mail about automatic withdrawals that the server has switched off. */
export function composeAutoWithdrawalEnd(
  { publicOrigin }: AccountEmailFacts,
  { summa, reason }: Extract<StoredAccountEmail, { kind: 'auto_withdrawal_ended' }>,
): AccountEmailText {
  return {
    subject: 'Размен: автоматический вывод выключен',
    nextStep: `Включите автоматический вывод снова, если он ещё нужен. Мы выключили его: ${END_CAUSES[reason]}.`,
    linkLabel: 'Открыть вывод',
    url: `${publicOrigin}/account/shop/withdrawal`,
    details: [formatLine('Выводили всё, когда набиралось', summa).join('')],
  };
}
