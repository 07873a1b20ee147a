import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { OperatorAction } from '#core/contract/operator/claimDetail.ts';
import { formatAmount } from '../deskTexts.ts';

/** What a person does by giving a claim this status. */
const ACTION_TEXTS: Readonly<Record<ClaimStatusCode, string>> = {
  new: 'Начать заново',
  verification: 'Ждать проверки карты',
  requisites: 'Подобрать реквизиты',
  waiting: 'Ждать оплаты',
  claimed: 'Клиент сообщил об оплате',
  confirming: 'Ждать подтверждений сети',
  aml: 'Проверить по AML',
  hold: 'Остановить и проверить',
  paid: 'Деньги пришли',
  payout: 'Начать выплату',
  payout_error: 'Выплата не прошла',
  refunding: 'Вернуть деньги клиенту',
  completed: 'Выплачено',
  refunded: 'Деньги возвращены',
  rejected: 'Отклонить заявку',
  expired: 'Закрыть без оплаты',
  cancelled: 'Отменить заявку',
};

/** The name of an action's button. */
export const getActionText = (to: ClaimStatusCode): string => ACTION_TEXTS[to];

type Effect = OperatorAction['effects'][number];

/** What an action does besides the status, a sentence each. `amount` is empty without an amount. */
const EFFECT_TEXTS: Readonly<Record<Effect['code'], (amount: string) => string>> = {
  reserve_held: amount => `Резерв: удержим ${amount}`,
  reserve_released: amount => `Резерв: освободим ${amount}`,
  reserve_paid_out: amount => `Резерв: спишем ${amount}`,
  reserve_credited: amount => `Резерв: зачислим ${amount}`,
  money_unsettled: amount => `${amount} останутся без заявки: их нужно вернуть`,
  payout_unchanged: amount => `Пришло меньше, но выплатим всё: ${amount}`,
  course_unchanged: amount => `Оплачено после срока, но выплатим по прежнему курсу: ${amount}`,
  promocode_returned: () => 'Промокод снова можно использовать',
  claim_closed: () => 'Заявка закроется',
  client_notified: () => 'Клиент получит письмо',
  client_decides: () =>
    'Если курс стал хуже или сейчас неизвестен, клиент сначала решит, согласен ли на новый',
  client_pays_rest: amount => `Клиент доплатит ${amount}`,
};

/** Describes an effect of an action. */
export const describeEffect = ({ code, amount, currency }: Effect): string =>
  EFFECT_TEXTS[code](amount === null ? '' : formatAmount(amount, currency));

/** Names of the actions that change no status. */
export const CORRECTION_TEXT = 'Исправить платёж';
export const DESTINATION_TEXT = 'Записать, куда вернуть';
export const RETURN_TEXT = 'Вернуть деньги без заявки';
