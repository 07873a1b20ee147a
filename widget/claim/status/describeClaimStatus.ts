import type { ClaimStatus } from '#core/contract/claim.ts';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import { isSentClaim } from '#core/claim/sentClaim.ts';
import { CLAIM_STATUS_RULES, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { getClaimWording } from '../cash/claimWording.ts';

/** What happens next in each status. Promises only what the system checks. */
export const nextStepTexts: Readonly<Record<ClaimStatusCode, string>> = {
  new: 'Готовим заявку. Реквизиты для оплаты появятся здесь.',
  verification: 'Реквизиты для оплаты появятся здесь после проверки.',
  requisites: 'Подбираем, куда перевести деньги. Реквизиты появятся здесь.',
  waiting: 'Загружаем реквизиты для оплаты.',
  claimed: 'Ищем ваш перевод. Когда он придёт, статус изменится.',
  confirming: 'Перевод найден. Ждём подтверждений сети.',
  aml: 'Проверяем, откуда пришли монеты. Потом отправим деньги.',
  hold: 'Заявку смотрит оператор.',
  paid: 'Деньги получены. Готовим отправку.',
  payout: 'Отправляем деньги на ваши реквизиты.',
  payout_error: 'Отправить с первого раза не вышло. Оператор уже занимается этим.',
  refunding: 'Возвращаем деньги.',
  completed: 'Деньги отправлены на ваши реквизиты.',
  refunded: 'Деньги отправлены обратно.',
  rejected: 'Мы закрыли заявку.',
  expired: 'Перевод не пришёл вовремя, и мы закрыли заявку.',
  cancelled: 'Заявка закрыта без обмена.',
};

/** The card to verify, by its side. Another backend does not send the side. */
const cardTexts = {
  from: ', с которой вы платите,',
  to: ', на которую вы получаете,',
} as const;

const NOTHING_TO_DO = 'От вас ничего не нужно.';

/** What the visitor can do in a status; in others, nothing. */
const personStepTexts: Readonly<Partial<Record<ClaimStatusCode, string>>> = {
  new: 'Пока ничего делать не нужно.',
  verification: 'Сфотографируйте карту рядом с номером заявки.',
  requisites: 'Пока ничего делать не нужно.',
  waiting: 'Переведите точную сумму и нажмите «Я оплатил».',
  claimed: 'Пока ничего делать не нужно.',
  hold: 'От вас ничего не нужно, пока он не напишет на почту.',
  completed: 'Если их ещё нет, напишите в поддержку.',
  refunded: 'Если их ещё нет, напишите в поддержку.',
  rejected: 'Если деньги уже переведены, напишите в поддержку: вернём их или продолжим обмен.',
  expired: 'Если вы уже отправили деньги, напишите нам: найдём перевод и пересчитаем.',
  cancelled: 'Если деньги уже переведены, напишите в поддержку: найдём перевод и вернём их.',
};

/** Texts of the reasons that the status alone does not explain. */
const reasonTexts: Readonly<Record<ClaimReason, string>> = {
  underpaid: 'Пришло меньше, чем в заявке.',
  overpaid: 'Пришло больше, чем в заявке.',
  paid_late: 'Оплата пришла после срока.',
  rate_moved: 'Курс изменился.',
  aml_risk: 'Проверка монет показала риск.',
  sender_mismatch: 'Отправитель не тот, что указан в заявке.',
  verification_failed: 'Карту не удалось подтвердить.',
  manual: 'Так решил оператор.',
  refund_elsewhere: 'Возврат просят на другие реквизиты.',
  refund_disputed: 'Возврат остановлен по письму.',
};

const RECALCULATION_TEXT = 'Оператор пересчитает заявку, а вы решите, согласиться или вернуть деньги.';

/** Next step while a claim is on hold for a reason; others have the default text. */
const holdTexts: Readonly<Partial<Record<ClaimReason, string>>> = {
  underpaid: RECALCULATION_TEXT,
  overpaid: RECALCULATION_TEXT,
  paid_late: 'Пересчитаем по меньшему из двух курсов, а вы решите, согласиться или вернуть деньги.',
  rate_moved: 'Пересчитаем заявку, а вы решите, согласиться или отказаться.',
  aml_risk: 'Оператор смотрит, откуда пришли монеты. Если будут вопросы, он напишет на почту.',
  sender_mismatch: 'Оператор сверит отправителя. Приложите чек, на котором видно имя.',
};

const DEFAULT_HOLD_TEXT = 'Оператор смотрит заявку. Если будут вопросы, он напишет на почту.';

/** The status as a title: its label, or that of a cash claim. */
export function getStatusTitle(claim: ClaimStatus): string {
  return getClaimWording(claim).titles?.[claim.status] ?? CLAIM_STATUS_RULES[claim.status].label;
}

/** Formats the amount of a refund: what was received, else what was agreed. */
export const formatRefundAmount = ({ received, fromSumma, from }: ClaimStatus): string =>
  formatMoney(received ?? fromSumma, from.currency);

/** Returns sentences: why the claim has its status, what happens next, what the visitor can do. */
export function describeClaimStatus(claim: ClaimStatus): string {
  const { status, refundTo, merchant, cardSide } = claim;
  const reason = claim.cause ?? claim.reason;
  const { nextSteps, personSteps } = getClaimWording(claim);
  const nextStep = nextSteps?.[status] ?? nextStepTexts[status];
  const personStep = personSteps?.[status] ?? personStepTexts[status] ?? NOTHING_TO_DO;
  const reasonSentences = reason ? [reasonTexts[reason]] : [];
  const allowed = getAllowedActions(claim);
  if (allowed.includes('accept'))
    return [
      ...reasonSentences,
      `Мы пересчитали заявку. Согласитесь на новые суммы или ${allowed.includes('cancel') ? 'отмените её' : 'попросите возврат'}.`,
    ].join(' ');
  // The decision below shows the visitor's options.
  if (claim.offerRefusal) return reasonSentences.join(' ');
  if (status === 'hold' && reason)
    return [...reasonSentences, holdTexts[reason] ?? DEFAULT_HOLD_TEXT].join(' ');
  if (status === 'refunding' && allowed.includes('refund'))
    return [...reasonSentences, 'Готовим возврат. Укажите, куда вернуть деньги.'].join(' ');
  if (status === 'refunding' && refundTo && claim.meeting?.side !== 'from')
    return [...reasonSentences, `Возвращаем деньги: ${refundTo}.`, personStep].join(' ');
  if (status === 'verification' && claim.verification?.status === 'pending')
    return 'Оператор проверяет фото карты. Пока ничего делать не нужно.';
  if (status === 'verification' && isSentClaim(claim))
    return 'Карту нужно один раз подтвердить. Напишите в поддержку: подскажем, как.';
  if (status === 'verification')
    reasonSentences.push(`Карту${cardSide ? cardTexts[cardSide] : ''} нужно один раз подтвердить.`);
  if (status === 'waiting' && merchant) return 'Оплатите заявку на странице платёжной системы.';
  // The screen with the requisites has no upload.
  const nextSentences = status === 'waiting' ? [] : [nextStep];
  return [...reasonSentences, ...nextSentences, personStep].join(' ');
}
