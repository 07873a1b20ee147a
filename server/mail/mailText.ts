import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';

/** The data of an email about a claim. `sent` and `received` are formatted sums with their unit. */
export interface ClaimMailData {
  /** The claim's public number. */
  number: string;
  status: ClaimStatusCode;
  reason: ClaimReason | null;
  sent: string;
  received: string;
  /** The payment deadline, milliseconds; null if there is none. */
  deadline: number | null;
}

/** The text of an email without the claim's link, which is added on delivery. */
export interface MailText {
  subject: string;
  text: string;
}

/** Headline and next step for each status. */
const STATUS_TEXTS: Readonly<Record<ClaimStatusCode, (data: ClaimMailData) => readonly [string, string]>> = {
  new: ({ sent, received }) => [
    'заявка создана',
    `Вы отдаёте ${sent} и\u00a0получаете ${received}. О\u00a0каждом следующем шаге мы напишем.`,
  ],
  verification: () => [
    'нужна верификация карты',
    'Откройте заявку и\u00a0пришлите фото карты, с\u00a0которой будете платить. Реквизиты появятся после проверки, пока ничего не\u00a0переводите.',
  ],
  requisites: () => [
    'подбираем реквизиты',
    'Напишем, когда реквизиты появятся. Пока ничего не\u00a0переводите.',
  ],
  waiting: ({ sent, deadline }) => [
    'ждём оплату',
    `Переведите ${sent}${deadline === null ? '' : ` до\u00a0${formatMoscowTime(deadline)} по\u00a0Москве`}. Реквизиты и\u00a0точная сумма указаны в\u00a0заявке. После перевода нажмите в\u00a0ней «Я\u00a0оплатил».`,
  ],
  claimed: () => ['вы сообщили об оплате', 'Проверяем поступление. Напишем, когда увидим перевод.'],
  confirming: () => ['перевод найден', 'Ждём подтверждений сети. Делать ничего не\u00a0нужно.'],
  aml: () => ['проверяем перевод', 'Идёт AML-проверка перевода. Делать ничего не\u00a0нужно.'],
  hold: ({ reason }) => ['заявка на проверке', describeHold(reason)],
  paid: ({ received }) => ['оплата получена', `Дальше отправим вам ${received}.`],
  payout: ({ received }) => ['отправляем средства', `Отправляем ${received}. Напишем, когда выплата уйдёт.`],
  payout_error: () => [
    'выплата задерживается',
    'Выплата не\u00a0прошла. Оператор отправит её снова или оформит возврат. Делать ничего не\u00a0нужно.',
  ],
  refunding: () => [
    'оформляем возврат',
    'Откройте заявку и\u00a0укажите, куда вернуть деньги, если ещё не\u00a0указали.',
  ],
  completed: ({ received }) => ['деньги отправлены', `Мы отправили ${received}. Заявка выполнена.`],
  refunded: () => ['средства возвращены', 'Возврат отправлен по\u00a0реквизитам, которые вы указали.'],
  rejected: ({ reason }) => ['заявка отклонена', describeRejection(reason)],
  expired: () => [
    'время оплаты истекло',
    'По\u00a0этой заявке больше не\u00a0переводите, создайте новую. Если деньги уже отправлены, сохраните чек и\u00a0напишите в\u00a0поддержку.',
  ],
  cancelled: () => [
    'заявка отменена',
    'По\u00a0этой заявке ничего не\u00a0переводите. Если деньги уже отправлены, сохраните чек и\u00a0напишите в\u00a0поддержку.',
  ],
};

/** Composes the email about a claim's new status: plain text in Russian. */
export function composeStatusMail(data: ClaimMailData): MailText {
  const [headline, nextStep] = STATUS_TEXTS[data.status](data);
  return {
    subject: `Заявка\u00a0${data.number}: ${headline}`,
    text: `Заявка\u00a0${data.number}: ${headline}.\n\n${nextStep}`,
  };
}

/** Composes the email about a rejected card whose claim still waits. `reason` is the operator's sentence. */
export function composeCardRejectedMail({
  number,
  reason,
  deadline,
}: Pick<ClaimMailData, 'number' | 'deadline'> & { reason: string }): MailText {
  const headline = 'карту не\u00a0подтвердили';
  const deadlineText = deadline === null ? '' : ` до\u00a0${formatMoscowTime(deadline)} по\u00a0Москве`;
  return {
    subject: `Заявка\u00a0${number}: ${headline}`,
    text: `Заявка\u00a0${number}: ${headline}. ${reason.replace(/[.\s]*$/, '.')}\n\nОткройте заявку и\u00a0пришлите новое фото${deadlineText}. Пока ничего не\u00a0переводите.`,
  };
}

function describeHold(reason: ClaimReason | null): string {
  switch (reason) {
    case 'underpaid':
      return 'Пришло меньше, чем указано в\u00a0заявке. Откройте её: новый расчёт можно принять или попросить возврат.';
    case 'overpaid':
      return 'Пришло больше, чем указано в\u00a0заявке. Откройте её: новый расчёт можно принять или попросить возврат.';
    case 'paid_late':
    case 'rate_moved':
      return 'Перевод пришёл после срока, курс посчитан заново. Откройте заявку: новый расчёт можно принять или попросить возврат.';
    case 'sender_mismatch':
      return 'Перевод пришёл не\u00a0с\u00a0тех реквизитов, что указаны в\u00a0заявке. Оператор проверит его и\u00a0ответит в\u00a0заявке.';
    case 'aml_risk':
      return 'AML-проверка нашла риск в\u00a0переводе. Оператор проверит его и\u00a0ответит в\u00a0заявке.';
    case 'verification_failed':
    case 'manual':
    case null:
      return 'Оператор проверяет заявку и\u00a0ответит в\u00a0ней. Делать ничего не\u00a0нужно.';
  }
}

function describeRejection(reason: ClaimReason | null): string {
  const cause =
    reason === 'verification_failed' ? 'Карта не\u00a0прошла верификацию.' : 'Оператор закрыл заявку.';
  return `${cause} По\u00a0этой заявке ничего не\u00a0переводите. С\u00a0вопросами напишите в\u00a0поддержку.`;
}

function formatMoscowTime(time: number): string {
  return new Date(time).toLocaleTimeString('ru-RU', {
    timeZone: 'Europe/Moscow',
    hour: '2-digit',
    minute: '2-digit',
  });
}
