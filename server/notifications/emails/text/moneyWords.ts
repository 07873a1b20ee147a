import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';

/** Phrases about the transfer of the money of a claim's side. */
export interface MoneyWords {
  /** Before the amount to pay. */
  pay: string;
  /** Where the client finds the payment instructions. */
  howToPay: string;
  /** What to do after the payment. */
  afterPayment: string;
  /** A sentence about the exact amount; null if none is needed. */
  amountNote: string | null;
  /** After «пока» or at the start of a sentence. */
  payNothing: string;
  /** The condition that the client has paid. */
  ifPaid: string;
  /** The step before a late payment is recalculated or returned, followed by a space; "" for cash, which needs none. */
  find: string;
  /** The alternative to new amounts. */
  getBack: string;
  /** Before the amount received. */
  received: string;
  /** Headline of a completed claim. */
  paidOutHeadline: string;
  /** Before the amount paid out. */
  paidOut: string;
  /** The condition that the payout is missing. */
  ifMissing: string;
}

const TRANSFER_WORDS: MoneyWords = {
  pay: 'Переведите',
  howToPay: 'Реквизиты указаны в\u00a0заявке.',
  afterPayment: 'После перевода нажмите в\u00a0ней «Я\u00a0оплатил».',
  amountNote: null,
  payNothing: 'ничего не\u00a0переводите',
  ifPaid: 'Если деньги уже отправлены',
  find: 'найдём перевод и\u00a0',
  getBack: 'вернуть перевод',
  received: 'Пришло',
  paidOutHeadline: 'деньги отправлены',
  paidOut: 'Мы отправили',
  ifMissing: 'Если деньги ещё не\u00a0пришли',
};

const BANK_WORDS: MoneyWords = {
  ...TRANSFER_WORDS,
  amountNote: 'Переводите одним платежом ровно эту сумму: по\u00a0ней мы\u00a0узнаем ваш перевод.',
};

const CASH_WORDS: MoneyWords = {
  pay: 'Передайте на\u00a0встрече',
  howToPay:
    'Адрес, часы и\u00a0то, что взять с\u00a0собой, указаны в\u00a0заявке. Время согласуем в\u00a0Telegram.',
  afterPayment: 'После передачи нажмите в\u00a0заявке «Я\u00a0передал деньги».',
  amountNote: 'Сумма должна совпасть до\u00a0рубля.',
  payNothing: 'ничего не\u00a0передавайте',
  ifPaid: 'Если наличные уже у\u00a0нас',
  find: '',
  getBack: 'вернуть наличные',
  received: 'Получили от\u00a0вас',
  paidOutHeadline: 'наличные выданы',
  paidOut: 'Мы выдали',
  ifMissing: 'Если вы их не\u00a0получили',
};

/** The phrases by the kind of a side's currency. Phrases for cash differ only here. */
export const MONEY_WORDS: Readonly<Record<Currency['kind'], MoneyWords>> = {
  crypto: {
    ...TRANSFER_WORDS,
    amountNote: 'Сумма должна дойти целиком: комиссию сети оплатите сверху.',
  },
  bank: BANK_WORDS,
  system: BANK_WORDS,
  cash: CASH_WORDS,
};
