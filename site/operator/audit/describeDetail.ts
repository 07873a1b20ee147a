import type { AuditRecord } from '#core/contract/operator/audit.ts';
import { STAFF_ROLE_NAMES } from '#core/contract/operator/staff.ts';
import { formatDecimal } from '#core/exchange/amount.ts';
import { CURRENCY_FIELD_TEXTS } from '../currencies/currencyFields.ts';
import { formatAmount, getReasonText, getStateText } from '../deskTexts.ts';

/** Names of what a change records besides the values before and after. */
const NAMES: Readonly<Record<string, string>> = {
  amount: 'сумма',
  reference: 'номер перевода',
  mistakenAmount: 'была сумма',
  mistakenReference: 'был номер',
  reason: 'причина',
  decision: 'решение',
  letter: 'номер',
  action: 'действие',
  attempts: 'попыток',
  file: 'файл',
  course: 'курс',
  currency: 'валюта',
  sentence: 'текст',
  fee: 'комиссия',
  closed: 'закрыто',
  percent: 'процент',
  set: 'стало',
  destination: 'вернуть',
  sessions: 'сеансов',
  until: 'до',
  singleUse: 'на одну заявку',
  name: 'название',
  place: 'место',
  hours: 'часы',
  rows: 'строк',
  emails: 'почты клиентов',
  status: 'статус',
  taken: 'взятые',
  date_from: 'с',
  date_to: 'по',
  search: 'поиск по тексту',
};

/** Words of the command line that a value can be, in Russian. */
const VALUES: Readonly<Record<string, string>> = {
  ...STAFF_ROLE_NAMES,
  approve: 'подтверждена',
  reject: 'отклонена',
  retry: 'отправить ещё раз',
  drop: 'удалить',
  on: 'включено',
  off: 'выключено',
  true: 'да',
  false: 'нет',
  default: 'по умолчанию',
  payer: 'на реквизиты оплаты',
  other: 'на другие реквизиты',
  none: 'нет',
  me: 'этим сотрудником',
  open: 'открытые',
  closed: 'закрытые',
};

const FIELD_TEXTS: Readonly<Record<string, { name: string }>> = CURRENCY_FIELD_TEXTS;

/** Formats a recorded amount, which has a unit unless `canBeBare`; other text stays as it is. */
function formatRecorded(text: string, canBeBare = true): string {
  const short = text.replace(/\.0+(?=$| )/, '');
  const [, amount, code] = /^(\d+(?:\.\d+)?)(?: ([A-Z][A-Z\d]+))?$/.exec(short) ?? [];
  if (amount === undefined || !(code || canBeBare)) return text;
  return code ? formatAmount(amount, code) : formatDecimal(amount);
}

/** Formats of facts. */
const FORMATS: Readonly<Record<string, (value: string) => string>> = {
  reason: getReasonText,
  status: getStateText,
  amount: formatRecorded,
  mistakenAmount: formatRecorded,
  fee: formatRecorded,
};

/** Describes a change: «Ждёт оплаты → Оплачена, сумма 7 000». Empty without a detail. */
export function describeDetail({ command, detail }: Pick<AuditRecord, 'command' | 'detail'>): string {
  const { field, from, to, ...rest } = detail;
  const formatValue = (value: string | null) =>
    value === null || value === ''
      ? 'нет'
      : command === 'claim' || command.startsWith('payment ')
        ? getStateText(value)
        : (VALUES[value] ?? formatRecorded(value, false));
  const name = field ? `${FIELD_TEXTS[field]?.name ?? NAMES[field] ?? field}: ` : '';
  const isChanged = from !== undefined && to !== undefined && from !== to;
  const change = isChanged ? [`${name}${formatValue(from)}\u00a0→ ${formatValue(to)}`] : [];
  const facts = Object.entries(rest).flatMap(([key, value]) => {
    if (value === null || value === '') return [];
    const text = VALUES[value] ?? FORMATS[key]?.(value) ?? value;
    return [`${NAMES[key] ?? key} ${text}`];
  });
  return [...change, ...facts].join(', ');
}
