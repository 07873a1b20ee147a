import type { AccrualReason, AccrualState, LedgerEntry, LedgerKind } from './referral.ts';
import type { WithdrawalStatus } from './withdrawals.ts';

/** Labels of the kinds of lines in a partner's ledger. */
export const LEDGER_KIND_LABELS: Readonly<Record<LedgerKind, string>> = {
  accrual: 'Начисление',
  reversal: 'Возврат',
  withdrawal: 'Вывод',
};

/** The states of an accrual. */
export const ACCRUAL_STATE_LABELS: Readonly<Record<AccrualState, string>> = {
  pending: 'Ожидает',
  available: 'Доступно',
  void: 'Не начислено',
};

/** The statuses of a withdrawal. */
export const WITHDRAWAL_STATUS_LABELS: Readonly<Record<WithdrawalStatus, string>> = {
  0: 'В обработке',
  1: 'Выплачено',
  2: 'Отменено',
};

const ACCRUAL_REASON_LABELS: Readonly<Record<AccrualReason, string>> = {
  self: 'Ваш собственный обмен: та же почта, карта, адрес или сеть',
  no_profit: 'Обмен не принёс прибыли',
  partner_off: 'Программа для вас отключена',
  never_opened: 'Клиент так и не открыл страницу заявки',
  not_opened:
    'Начислим, когда клиент откроет страницу заявки. Дайте ему ссылку «url» из ответа API: пока заявку читал только ваш сервер',
};

const SHORT_REASON_LABELS: Readonly<Record<AccrualReason, string>> = {
  self: 'своя заявка не считается',
  no_profit: 'обмен без прибыли',
  partner_off: 'программа отключена',
  never_opened: 'клиент не открыл заявку',
  not_opened: 'ждёт клиента',
};

/** Short reason why a claim has no income, for a table: a few words, or the operator's sentence. */
export const formatShortReason = (reason: string): string =>
  Object.hasOwn(SHORT_REASON_LABELS, reason) ? SHORT_REASON_LABELS[reason as AccrualReason] : reason;

/** The last line of a void accrual's calculation: «Не начислено: собственный обмен». */
export function formatVoidResult(reason: string): string {
  const text = reason === ('self' satisfies AccrualReason) ? 'собственный обмен' : formatShortReason(reason);
  return `Не начислено: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Label of an accrual that waits until the client opens the claim. */
export const WAITING_LABEL = 'Ждёт клиента';

/** Whether a line is an accrual that waits until the client opens the claim. */
export const isWaitingEntry = ({ state, reason }: Pick<LedgerEntry, 'state' | 'reason'>): boolean =>
  state === 'pending' && reason === ('not_opened' satisfies AccrualReason);

/** Formats why a line is void, waits, was reversed or cancelled: a code's sentence, or the operator's own. */
export const formatLedgerReason = (reason: string): string =>
  Object.hasOwn(ACCRUAL_REASON_LABELS, reason) ? ACCRUAL_REASON_LABELS[reason as AccrualReason] : reason;
