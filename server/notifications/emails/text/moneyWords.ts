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
  howToPay: 'Реквизиты указаны в заявке.',
  afterPayment: 'После перевода нажмите в ней «Я оплатил».',
  amountNote: null,
  payNothing: 'ничего не переводите',
  ifPaid: 'Если деньги уже отправлены',
  find: 'найдём перевод и ',
  getBack: 'вернуть перевод',
  received: 'Пришло',
  paidOutHeadline: 'деньги отправлены',
  paidOut: 'Мы отправили',
  ifMissing: 'Если деньги ещё не пришли',
};

const BANK_WORDS: MoneyWords = {
  ...TRANSFER_WORDS,
  amountNote: 'Переводите одним платежом ровно эту сумму: по ней мы узнаем ваш перевод.',
};

const CASH_WORDS: MoneyWords = {
  pay: 'Передайте на встрече',
  howToPay: 'Адрес, часы и то, что взять с собой, указаны в заявке. Время согласуем в Telegram.',
  afterPayment: 'После передачи нажмите в заявке «Я передал деньги».',
  amountNote: 'Сумма должна совпасть до рубля.',
  payNothing: 'ничего не передавайте',
  ifPaid: 'Если наличные уже у нас',
  find: '',
  getBack: 'вернуть наличные',
  received: 'Получили от вас',
  paidOutHeadline: 'наличные выданы',
  paidOut: 'Мы выдали',
  ifMissing: 'Если вы их не получили',
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
