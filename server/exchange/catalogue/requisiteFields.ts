import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { CourseType, SideName } from '#core/exchange/course.ts';
import type { Currency } from './catalogueSnapshot.ts';

const NBSP = '\u00a0';

/** Banks for a transfer by phone: stored code, displayed name. */
const TRANSFER_BANKS = [
  ['sber', 'Сбербанк'],
  ['tbank', 'Т-Банк'],
  ['alfa', 'Альфа-Банк'],
  ['vtb', 'ВТБ'],
  ['raiffeisen', 'Райффайзен Банк'],
  ['gazprombank', 'Газпромбанк'],
  ['sovcombank', 'Совкомбанк'],
  ['ozon', 'Озон Банк'],
] as const;

/** Bank names in the genitive case, for the label «Номер карты». */
const BANK_NAMES_GENITIVE: Readonly<Record<string, string>> = {
  Сбербанк: 'Сбербанка',
  'Т-Банк': 'Т-Банка',
  'Альфа-Банк': 'Альфа-Банка',
  ВТБ: 'ВТБ',
};

function createField(
  name: string,
  type: RequisiteField['type'],
  label: string,
  overrides: Partial<RequisiteField> = {},
): RequisiteField {
  return { name, label, type, required: true, visible: true, hint: null, options: null, ...overrides };
}

/**
 * Fields of a side: the payout destination, and the payer or the paying card. Verification mode adds the owner of the
 * paying card. A field has the same name in every pair.
 */
export function listRequisiteFields(
  currency: Currency,
  side: SideName,
  courseType: CourseType,
): RequisiteField[] {
  switch (currency.kind) {
    case 'crypto':
      return side === 'to' ? createWalletFields(currency) : createRefundFields(currency);
    case 'bank':
      return side === 'to' || courseType === 'verification'
        ? [createCardField(currency), createOwnerField()]
        : [createCardField(currency)];
    case 'system':
      return side === 'to'
        ? [createPhoneField('Телефон получателя'), createBankField(), createOwnerField()]
        : [
            createPhoneField('Телефон, с которого платите'),
            ...(courseType === 'verification' ? [createOwnerField()] : []),
          ];
    case 'cash':
      return [
        createField('fio', 'text', `Имя и${NBSP}фамилия`, {
          hint: `Как в${NBSP}документе: его спросят на${NBSP}встрече`,
        }),
        createField('telegram', 'text', 'Telegram', { hint: `Договоримся о${NBSP}времени встречи` }),
      ];
  }
}

function createWalletFields(currency: Currency): RequisiteField[] {
  const { ticker, network } = currency;
  const address = createField(
    'account',
    'address',
    `Адрес кошелька ${[ticker, network].filter(Boolean).join(NBSP)}`,
  );
  return [address, ...createMemoFields('memo', currency)];
}

/** The tag or comment by which an exchange's wallet identifies its clients, in the networks that have one. */
function createMemoFields(
  name: string,
  { code, network }: Currency,
  overrides: Partial<RequisiteField> = {},
): RequisiteField[] {
  const isTon = code === 'TON' || network === 'TON';
  if (code !== 'XRP' && !isTon) return [];
  return [
    createField(name, 'memo', isTon ? 'Комментарий' : 'Тег', {
      required: false,
      hint: `Укажите, если его требует биржа или${NBSP}кошелёк`,
      ...overrides,
    }),
  ];
}

/** The refund address. The form hides it: only a refund needs it, unless the claim already contains it. */
function createRefundFields(currency: Currency): RequisiteField[] {
  const network = [currency.ticker, currency.network].filter(Boolean).join(NBSP);
  const hidden = { required: false, visible: false };
  return [
    createField('refund', 'address', `Адрес для${NBSP}возврата ${network}`, hidden),
    ...createMemoFields('refundMemo', currency, hidden),
  ];
}

function createCardField({ name }: Currency): RequisiteField {
  const bankName = BANK_NAMES_GENITIVE[name];
  return createField('card', 'card', bankName === undefined ? 'Номер карты' : `Номер карты ${bankName}`);
}

function createOwnerField(): RequisiteField {
  return createField('fio', 'text', `Имя и${NBSP}фамилия владельца`);
}

function createPhoneField(label: string): RequisiteField {
  return createField('phone', 'phone', label);
}

function createBankField(): RequisiteField {
  return createField('bank', 'select', 'Банк получателя', {
    options: TRANSFER_BANKS.map(([value, label]) => ({ value, label })),
  });
}
