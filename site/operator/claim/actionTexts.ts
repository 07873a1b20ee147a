import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { OperatorAction } from '#core/contract/operator/claimDetail.ts';
import { formatAmount } from '../deskTexts.ts';

/** What a person does by giving a claim this status. */
const ACTION_TEXTS: Readonly<Record<ClaimStatusCode, string>> = {
  new: 'Начать заново',
  verification: 'Ждать проверки карты',
  requisites: 'Подобрать реквизиты',
  waiting: 'Ждать оплаты',
  claimed: 'Клиент сообщил об\u00a0оплате',
  confirming: 'Ждать подтверждений сети',
  aml: 'Проверить по\u00a0AML',
  hold: 'Остановить и\u00a0проверить',
  paid: 'Деньги пришли',
  payout: 'Начать выплату',
  payout_error: 'Выплата не\u00a0прошла',
  refunding: 'Вернуть деньги клиенту',
  completed: 'Выплачено',
  refunded: 'Деньги возвращены',
  rejected: 'Отклонить заявку',
  expired: 'Закрыть без\u00a0оплаты',
  cancelled: 'Отменить заявку',
};

/** The name of an action's button. */
export const getActionText = (to: ClaimStatusCode): string => ACTION_TEXTS[to];

type Effect = OperatorAction['effects'][number];

/** What an action does besides the status, a sentence each. `sum` is empty without an amount. */
const EFFECT_TEXTS: Readonly<Record<Effect['code'], (sum: string) => string>> = {
  reserve_held: sum => `Резерв: удержим ${sum}`,
  reserve_released: sum => `Резерв: освободим ${sum}`,
  reserve_paid_out: sum => `Резерв: спишем ${sum}`,
  reserve_credited: sum => `Резерв: зачислим ${sum}`,
  money_unsettled: sum => `${sum} останутся без\u00a0заявки: их нужно вернуть`,
  payout_unchanged: sum => `Пришло меньше, но\u00a0выплатим всё: ${sum}`,
  course_unchanged: sum => `Оплачено после срока, но\u00a0выплатим по\u00a0прежнему курсу: ${sum}`,
  promocode_returned: () => 'Промокод снова можно использовать',
  claim_closed: () => 'Заявка закроется',
  client_notified: () => 'Клиент получит письмо',
  client_decides: () =>
    'Если курс стал хуже или сейчас неизвестен, клиент сначала решит, согласен\u00a0ли на\u00a0новый',
  client_pays_rest: sum => `Клиент доплатит ${sum}`,
};

/** Describes an effect of an action. */
export const describeEffect = ({ code, summa, currency }: Effect): string =>
  EFFECT_TEXTS[code](summa === null ? '' : formatAmount(summa, currency));

/** Names of the actions that change no status. */
export const CORRECTION_TEXT = 'Исправить платёж';
export const DESTINATION_TEXT = 'Записать, куда вернуть';
export const RETURN_TEXT = 'Вернуть деньги без\u00a0заявки';
