/** The life of a claim in one table: client and server both read it, nothing else knows an order of statuses. */

interface Step {
  /** What people read, Russian. */
  label: string;
  /** Statuses that may follow. */
  next: readonly Status[];
  /** Closed claims hold no reserve, are not counted as open and are not polled. */
  closed: boolean;
}

/** Every status a claim can have, in the order in which a good claim meets them. */
export const STATUSES = [
  'new',
  'verification',
  'requisites',
  'waiting',
  'claimed',
  'confirming',
  'aml',
  'hold',
  'paid',
  'payout',
  'payout_error',
  'refunding',
  'completed',
  'refunded',
  'rejected',
  'expired',
  'cancelled',
] as const;
export type Status = (typeof STATUSES)[number];

/** Why a claim is where it is, when the status alone does not say. */
export const REASONS = [
  'underpaid',
  'overpaid',
  'paid_late',
  'rate_moved',
  'aml_risk',
  'sender_mismatch',
  'verification_failed',
  'manual',
] as const;
export type Reason = (typeof REASONS)[number];

const open = (label: string, ...next: Status[]): Step => ({ label, next, closed: false });
const closed = (label: string, ...next: Status[]): Step => ({ label, next, closed: true });

/** status → label, what may follow, and whether it is closed. */
export const STEPS: Readonly<Record<Status, Step>> = {
  new: open('Новая заявка', 'verification', 'requisites', 'waiting', 'cancelled'),
  verification: open(
    'Ожидает верификации карты',
    'requisites',
    'waiting',
    'rejected',
    'cancelled',
    'expired',
  ),
  requisites: open('Подбираем реквизиты', 'waiting', 'cancelled', 'rejected'),
  waiting: open('Ожидает оплаты', 'claimed', 'confirming', 'cancelled', 'expired'),
  claimed: open('Вы сообщили об оплате', 'confirming', 'paid', 'hold', 'expired'),
  confirming: open('Ждём подтверждений сети', 'aml', 'hold'),
  aml: open('AML-проверка', 'paid', 'hold'),
  hold: open('На проверке', 'waiting', 'paid', 'refunding', 'rejected'),
  paid: open('Оплачена', 'payout', 'hold'),
  payout: open('Отправляем средства', 'completed', 'payout_error'),
  payout_error: open('Выплата задерживается', 'payout', 'refunding'),
  refunding: open('Оформляем возврат', 'refunded', 'hold'),
  completed: closed('Выполнена'),
  refunded: closed('Средства возвращены'),
  rejected: closed('Отклонена'),
  expired: closed('Время оплаты истекло', 'hold'),
  cancelled: closed('Отменена', 'hold'),
};

/** Whether the table lets `from` become `to`. */
export function allows(from: Status, to: Status): boolean {
  return STEPS[from].next.includes(to);
}

/** Whether a claim in this status holds no reserve and is no longer polled. */
export function isClosed(status: Status): boolean {
  return STEPS[status].closed;
}

/** Whether the client may cancel by himself: nothing has been paid yet. */
export function isCancellable(status: Status): boolean {
  return !isClosed(status) && allows(status, 'cancelled');
}

/** What a client can do with a claim, besides waiting; the server says which of them now (`can`). */
export const ACTIONS = ['confirm', 'bill', 'cancel', 'verify', 'accept', 'refund'] as const;
export type Action = (typeof ACTIONS)[number];

/** Facts that decide, beside the status, what a client can do. */
export interface Facts {
  /** A recalculation waits for the client's yes or no. */
  offered: boolean;
  /** The client has said where a refund goes. */
  refundKnown: boolean;
}

/**
 * What a client can do in this status: report or prove a payment while it is awaited or examined, cancel before he has
 * paid, verify a card, take a recalculation or ask for the money back, and say where a refund goes.
 */
export function actions(status: Status, { offered, refundKnown }: Facts): Action[] {
  const can: Action[] = [];
  if (status === 'waiting') can.push('confirm');
  if (status === 'waiting' || status === 'claimed' || status === 'hold') can.push('bill');
  if (status === 'verification') can.push('verify');
  if (status === 'hold' && offered) can.push('accept', 'refund');
  if (status === 'refunding' && !refundKnown) can.push('refund');
  if (isCancellable(status)) can.push('cancel');
  return can;
}
