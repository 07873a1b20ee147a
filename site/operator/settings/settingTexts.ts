import type { EditableSetting, OperatorSetting } from '#core/contract/operator/terms/settings.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { pluralize } from '#core/pluralize.ts';
import type { CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { formatPercent } from '../deskTexts.ts';

/** How a value is shown and edited. */
type SettingKind = 'percent' | 'hours' | 'usd' | 'switch' | 'currency' | 'list' | 'contest' | 'url';

interface SettingText {
  title: string;
  kind: SettingKind;
  /** What it does, and what an empty value means. */
  hint: string;
  /** Whether it determines courses, so that `margin_min` may cap other ones. */
  isCourse?: true;
}

/** The settings, for people, in groups. */
export const SETTING_GROUPS: readonly (readonly [title: string, names: readonly EditableSetting[]])[] = [
  ['Маржа и курсы', ['margin_sell', 'margin_buy', 'margin_swap', 'margin_min']],
  ['Проверенные карты', ['verification_bonus', 'verificationFirst']],
  ['Партнёрская программа', ['referral_percent', 'referral_hold_hours', 'referral_minimum']],
  ['Форма обмена', ['default_from', 'default_to', 'filters', 'usePublicId']],
  ['Сайт', ['contest', 'captchaLogin', 'chat_src']],
];

const MARGIN_HINT = 'Действует сразу там, где у направления нет своей маржи. Заявки не меняются.';

export const SETTING_TEXTS: Readonly<Record<EditableSetting, SettingText>> = {
  margin_sell: { title: 'Маржа: монета на деньги', kind: 'percent', hint: MARGIN_HINT, isCourse: true },
  margin_buy: { title: 'Маржа: деньги на монету', kind: 'percent', hint: MARGIN_HINT, isCourse: true },
  margin_swap: {
    title: 'Маржа: монета на монету',
    kind: 'percent',
    hint: MARGIN_HINT,
    isCourse: true,
  },
  margin_min: {
    title: 'Порог маржи',
    kind: 'percent',
    hint: 'Ниже рынка хотя бы на столько остаётся любой курс, какие бы ни были скидки. Не больше 5 %.',
    isCourse: true,
  },
  verification_bonus: {
    title: 'Надбавка за проверенную карту',
    kind: 'percent',
    hint: 'На столько лучше курс для проверенной карты.',
    isCourse: true,
  },
  verificationFirst: {
    title: 'Сначала курс для проверенной карты',
    kind: 'switch',
    hint: 'С него начинается форма обмена.',
  },
  referral_percent: {
    title: 'Доля партнёра',
    kind: 'percent',
    hint: 'Процент прибыли с заявки. Прежние начисления не меняются.',
  },
  referral_hold_hours: {
    title: 'Удержание начислений',
    kind: 'hours',
    hint: 'Через столько новое начисление можно вывести.',
  },
  referral_minimum: {
    title: 'Наименьшая выплата партнёру',
    kind: 'usd',
    hint: 'Меньше партнёр не выведет.',
  },
  default_from: {
    title: 'Что отдают',
    kind: 'currency',
    hint: 'С этой валюты начинается форма, если в ссылке нет другой.',
  },
  default_to: {
    title: 'Что получают',
    kind: 'currency',
    hint: 'С этой валюты начинается форма, если в ссылке нет другой.',
  },
  filters: {
    title: 'Вкладки выбора валюты',
    kind: 'list',
    hint: 'Список JSON: ["Криптовалюты", "Банки"]. Это группы валют, по порядку.',
  },
  usePublicId: {
    title: 'Короткие номера заявок',
    kind: 'switch',
    hint: 'Выключено: клиенты видят внутренние номера по порядку.',
  },
  contest: {
    title: 'Конкурс на главной',
    kind: 'contest',
    hint: 'JSON: {"title": "Июль", "endsAt": "2036-07-31T21:00:00Z"}. Пусто — конкурса нет.',
  },
  captchaLogin: {
    title: 'Капча при входе',
    kind: 'switch',
    hint: 'Включено: она нужна при каждом входе.',
  },
  chat_src: {
    title: 'Скрипт чата',
    kind: 'url',
    hint: 'Адрес на разрешённом сайте. Пусто — чата нет.',
  },
};

/** Units of typed numbers. */
export const UNITS: Readonly<Partial<Record<SettingKind, string>>> = { percent: '%', hours: 'ч', usd: '$' };

/** Formats a value of a setting for people. */
export function formatSetting(
  { name }: Pick<OperatorSetting, 'name'>,
  value: string,
  currencies: readonly CurrencyOption[],
): string {
  switch (SETTING_TEXTS[name].kind) {
    case 'percent':
      return formatPercent(value);
    case 'hours':
      return pluralize(Number(value), ['час', 'часа', 'часов']);
    case 'usd':
      return formatUsd(value);
    case 'switch':
      return value === 'true' ? 'включено' : 'выключено';
    case 'currency':
      return currencies.find(({ code }) => code === value)?.label ?? value;
    case 'list':
      return (JSON.parse(value) as string[]).join(', ') || 'нет';
    case 'contest':
      return (JSON.parse(value) as { title: string } | null)?.title ?? 'нет';
    case 'url':
      return value === 'null' ? 'нет' : value;
  }
}

/** Converts a value to the text of its field. */
export function toTyped(kind: SettingKind, value: string): string {
  switch (kind) {
    case 'percent':
    case 'usd':
      return localizeDecimal(value);
    case 'list':
    case 'contest':
      return value === 'null' ? '' : JSON.stringify(JSON.parse(value), null, 2);
    case 'url':
      return value === 'null' ? '' : value;
    default:
      return value;
  }
}

/** Converts the text of a field to a value as `changeValueCall` takes it. */
export function toValue(kind: SettingKind, typed: string): string {
  switch (kind) {
    case 'percent':
    case 'hours':
    case 'usd':
      return normalizeDecimal(typed);
    case 'list':
    case 'contest':
      return compactJson(typed.trim() || 'null');
    case 'url':
      return typed.trim() || 'null';
    default:
      return typed;
  }
}

/** JSON without spaces, so that it equals the stored one; other text unchanged: the server refuses it. */
function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
