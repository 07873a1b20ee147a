import type { CurrencyField, CurrencyValue, OperatorCurrency } from '#core/contract/operator/currencies.ts';
import type { StaffRight } from '#core/contract/operator/staff.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';

/** A value of a currency, as staff reads it. */
interface FieldText {
  name: string;
  /** What it does, and what an empty one means. */
  hint: string;
  right: StaffRight;
  kind: 'amount' | 'count' | 'choice' | 'text';
}

/** The loads of a network, from 0. */
const CONGESTION_TEXTS = ['нет', 'небольшая', 'заметная', 'высокая'] as const;

export const CURRENCY_FIELD_TEXTS: Readonly<Record<CurrencyField, FieldText>> = {
  min: {
    name: 'Минимум',
    hint: 'Меньше нельзя ни отдать, ни получить. Начатые заявки сохранят суммы.',
    right: 'limits',
    kind: 'amount',
  },
  'min-verification': {
    name: 'Минимум с проверкой карты',
    hint: 'По курсу для проверенной карты. Пусто — общий минимум.',
    right: 'limits',
    kind: 'amount',
  },
  max: {
    name: 'Максимум',
    hint: 'Пусто — ограничивает только резерв. Начатые заявки сохранят суммы.',
    right: 'limits',
    kind: 'amount',
  },
  default: {
    name: 'Сумма в форме',
    hint: 'С неё начинается форма обмена. Пусто — с минимума.',
    right: 'limits',
    kind: 'amount',
  },
  note: {
    name: 'Заметка',
    hint: 'Посетители увидят её под полем. Пусто — без заметки.',
    right: 'limits',
    kind: 'text',
  },
  congestion: {
    name: 'Нагрузка сети',
    hint: 'Посетители увидят её рядом с суммой.',
    right: 'limits',
    kind: 'choice',
  },
  words: {
    name: 'Слова для поиска',
    hint: 'Все слова через запятую. Русскими и латинскими буквами — одно и то же. Пусто — только название.',
    right: 'limits',
    kind: 'text',
  },
  confirmations: {
    name: 'Подтверждения сети',
    hint: 'Столько нужно платежу, о котором сообщил узел. Пусто — как принято в сети.',
    right: 'requisites',
    kind: 'count',
  },
  contract: {
    name: 'Контракт токена',
    hint: 'Засчитаем только платежи этого токена. Пусто — опубликованный контракт.',
    right: 'requisites',
    kind: 'text',
  },
};

const INPUT_MODES = { amount: 'decimal', count: 'numeric', text: 'text', choice: 'text' } as const;

/** A value of a currency for `RowValues`. */
export function describeValue({ code, currency: ticker }: OperatorCurrency, value: CurrencyValue) {
  const { field, value: present, standard } = value;
  const { name, hint, kind } = CURRENCY_FIELD_TEXTS[field];
  const isAmount = kind === 'amount';
  return {
    target: { table: 'currencies', key: code, field },
    name,
    hint,
    text: formatCurrencyValue(value, ticker),
    isStandard: present === 'none' && standard !== null,
    present,
    fieldText: present === 'none' ? '' : isAmount ? localizeDecimal(present) : present,
    toValue(typed: string) {
      const text = isAmount ? normalizeDecimal(typed) : typed.trim();
      return text === '' && field !== 'min' ? 'none' : text;
    },
    inputMode: INPUT_MODES[kind],
    ...(isAmount && { label: `${name}, ${ticker}` }),
    ...(kind === 'choice' && {
      options: CONGESTION_TEXTS.map((label, at) => ({ value: String(at), label })),
    }),
  };
}

/** Formats a value, or what applies without it: «60 USDT», «высокая»; «нет» without either. */
function formatCurrencyValue({ field, value, standard }: CurrencyValue, ticker: string): string {
  const text = value === 'none' ? standard : value;
  if (text === null) return 'нет';
  switch (CURRENCY_FIELD_TEXTS[field].kind) {
    case 'amount':
      return formatMoney(text, ticker);
    case 'choice':
      return CONGESTION_TEXTS[Number(text)] ?? text;
    default:
      return text;
  }
}
