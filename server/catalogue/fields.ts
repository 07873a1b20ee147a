import type { Field } from '#core/contract/calculator.ts';
import type { CourseType, SideName } from '#core/exchange/course.ts';
import type { Currency } from './snapshot.ts';

const NBSP = '\u00a0';

/** Banks that a transfer by phone can go to: what is stored, and what people read. */
const BANKS = [
  ['sber', 'Сбербанк'],
  ['tbank', 'Т-Банк'],
  ['alfa', 'Альфа-Банк'],
  ['vtb', 'ВТБ'],
  ['raiffeisen', 'Райффайзен Банк'],
  ['gazprombank', 'Газпромбанк'],
  ['sovcombank', 'Совкомбанк'],
  ['ozon', 'Озон Банк'],
] as const;

/** Whose card it is, in the form that «Номер карты» asks for. */
const CARD_OF: Readonly<Record<string, string>> = {
  Сбербанк: 'Сбербанка',
  'Т-Банк': 'Т-Банка',
  'Альфа-Банк': 'Альфа-Банка',
  ВТБ: 'ВТБ',
};

function field(name: string, type: Field['type'], label: string, more: Partial<Field> = {}): Field {
  return { name, label, type, required: true, visible: true, hint: null, options: null, ...more };
}

/**
 * What a side asks for: where to send what is received, and who or which card pays. In verification mode the paying
 * card's owner, too. Names are kept across pairs, so the same thing has the same name everywhere.
 */
export function fields(currency: Currency, side: SideName, mode: CourseType): Field[] {
  switch (currency.kind) {
    case 'crypto':
      return side === 'to' ? wallet(currency) : refund(currency);
    case 'bank':
      return side === 'to' || mode === 'verification' ? [card(currency), owner()] : [card(currency)];
    case 'system':
      return side === 'to'
        ? [phone('Телефон получателя'), bank(), owner()]
        : [phone('Телефон, с\u00a0которого платите'), ...(mode === 'verification' ? [owner()] : [])];
    case 'cash':
      return [
        field('fio', 'text', `Имя и${NBSP}фамилия`, {
          hint: `Как в${NBSP}документе: его спросят на${NBSP}встрече`,
        }),
        field('telegram', 'text', 'Telegram', { hint: `Договоримся о${NBSP}времени встречи` }),
      ];
  }
}

function wallet(currency: Currency): Field[] {
  const { code, ticker, network } = currency;
  const address = field(
    'account',
    'address',
    `Адрес кошелька ${[ticker, network].filter(Boolean).join(NBSP)}`,
  );
  if (code === 'XRP')
    return [
      address,
      field('memo', 'memo', 'Тег', {
        required: false,
        hint: `Укажите, если его требует биржа или${NBSP}кошелёк`,
      }),
    ];
  if (code === 'TON' || network === 'TON')
    return [
      address,
      field('memo', 'memo', 'Комментарий', {
        required: false,
        hint: `Укажите, если его требует биржа или${NBSP}кошелёк`,
      }),
    ];
  return [address];
}

/** Asked for only when money has to go back; known from the start, so that a claim may already hold it. */
function refund({ ticker }: Currency): Field[] {
  return [
    field('refund', 'address', `Адрес для${NBSP}возврата ${ticker}`, { required: false, visible: false }),
  ];
}

function card({ name }: Currency): Field {
  const of = CARD_OF[name];
  return field('card', 'card', of === undefined ? 'Номер карты' : `Номер карты ${of}`);
}

function owner(): Field {
  return field('fio', 'text', `Имя и${NBSP}фамилия владельца`);
}

function phone(label: string): Field {
  return field('phone', 'phone', label);
}

function bank(): Field {
  return field('bank', 'select', 'Банк получателя', {
    options: BANKS.map(([value, label]) => ({ value, label })),
  });
}
