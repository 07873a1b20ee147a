import type { RequisiteCode } from './exchange/requisites/validateRequisite.ts';

/** The data of a message. Amounts are formatted and have their unit: «1 250,50 USDT». */
export interface MessageData {
  min?: string | number;
  max?: string | number;
  /** Side of the pair that a limit belongs to. Default: the send side. */
  side?: 'from' | 'to';
  /** Network an address belongs to. */
  network?: string;
  /** Amount that was given. */
  amount?: string;
  /** Network or amount that is needed. */
  expected?: string;
  bank?: string;
  /** Number of a claim. */
  claim?: string;
  /** Ticker of the token whose contract has this address. */
  token?: string;
  /** The limit that a shop gets later. */
  full?: string;
  /** When it is possible again, as displayed. */
  until?: string;
  /** Seconds until a retry (Retry-After). */
  after?: number;
  /** The requested currency or pair that is unavailable, as displayed. */
  wanted?: string;
  /** Why it is unavailable, from `formatClosedReason()`; "" if there is nothing to add. */
  reason?: string;
  /** What a course would keep of the market and the margin that it needs, percent, and a course: decimal text. */
  kept?: string;
  needed?: string;
  course?: string;
  /** Role of a member of staff, and the right that it lacks. */
  role?: string;
  right?: string;
  /** The currency, pair or course shown instead, as displayed. */
  shown?: string;
  /** The first characters of an extended key: zpub. */
  key?: string;
  /** The first addresses of an extended key. */
  addresses?: string;
}

/** Text of a message, or a function of its data. */
export type MessageTemplate = string | ((data: MessageData) => string);

const requisiteMessages = {
  empty: 'Заполните это поле',
  too_long: ({ max }) => (max ? `Слишком длинно. Оставьте не больше ${max} знаков` : 'Слишком длинно'),
  format: 'Это не похоже на адрес. Скопируйте его из кошелька целиком',
  checksum: 'В адресе опечатка. Скопируйте его из кошелька ещё раз',
  other_network: ({ network, expected }) =>
    `Это адрес ${network ? `сети ${network}` : 'другой сети'}. ` +
    (expected ? `Вставьте адрес в сети ${expected}` : 'Вставьте адрес в нужной сети'),
  testnet: 'Это адрес тестовой сети. Вставьте адрес основной сети',
  x_address: 'Это X-адрес. Вставьте адрес, который начинается с r, а тег укажите отдельно',
  raw_address: 'Это адрес без контрольной суммы. Вставьте тот, что начинается с UQ или EQ',
  stake_address: 'Это адрес для стейкинга. Вставьте адрес, который начинается с addr1',
  contract_address: ({ token }) =>
    `Это адрес контракта${token ? ` ${token}` : ''}, а не кошелька. Укажите адрес вашего кошелька`,
  unsupported: 'Выплату на адрес в этой валюте мы не делаем. Выберите другую валюту',
  card_format: 'В номере карты могут быть только цифры. Проверьте его',
  card_length: 'В номере карты должно быть от 16 до 19 цифр. Проверьте его',
  card_checksum: 'В номере карты опечатка. Сверьте цифры с картой',
  phone_format: 'Введите номер целиком: +7 и ещё 10 цифр',
  phone_country: 'Нужен российский номер: +7 и ещё 10 цифр',
  phone_mobile: 'Нужен мобильный номер: после +7 идёт цифра 9',
  tag_format: 'Тег состоит только из цифр. Скопируйте его из кошелька',
  tag_range: 'Тег слишком большой. Наибольший возможный: 4294967295',
  option_unknown: 'Выберите значение из списка',
  name_letters: 'В имени могут быть только буквы, дефис и апостроф',
  name_words: 'Введите имя и фамилию, всего от 2 до 4 слов',
  telegram_format: 'Введите имя в Telegram: @ и от 5 до 32 латинских букв, цифр и знаков _',
  text_format: 'Уберите переносы строк и невидимые знаки',
  email_at: 'Допишите адрес: не хватает знака @ и части после него',
  email_local: 'Допишите адрес: не хватает части до знака @',
  email_domain: 'Допишите адрес: не хватает части после знака @',
  email_dot: 'Допишите адрес: не хватает части после точки, например «.ru»',
  email_letters: 'Наберите адрес почты латинскими буквами',
  email_format: 'Проверьте адрес почты: в нём лишний или недопустимый знак',
} satisfies Record<RequisiteCode, MessageTemplate>;

const noteMessages = {
  check_again: 'Сверьте адрес с кошельком: опечатку в нём проверить нельзя',
  bank: ({ bank }) => (bank ? `Похоже, карту выпустил ${bank}` : 'Банк по номеру карты не определён'),
} satisfies Record<string, MessageTemplate>;

const amountMessages = {
  number_format: 'Введите сумму цифрами, например 1250,50',
  amount_min: ({ min, side }) =>
    min ? `Меньше минимума. ${limitVerb(side)} от ${min}` : 'Меньше минимума. Увеличьте сумму',
  amount_max: ({ max, side }) =>
    max ? `Больше максимума. ${limitVerb(side)} до ${max}` : 'Больше максимума. Уменьшите сумму',
  reserve_short: ({ max }) =>
    max ? `Резерва хватает на ${max}. Уменьшите сумму` : 'Резерва не хватает. Уменьшите сумму',
  reserve_empty: 'Резерв закончился. Выберите другую валюту',
  course_changed: 'Курс изменился. Проверьте новые суммы',
  amount_taken: 'Сумма изменилась. Проверьте новые суммы',
  requisites_busy: 'Адреса для этой суммы заняты. Измените сумму или повторите позже',
  rate_stale: 'Свежего курса пока нет. Обмен откроется, когда он придёт',
  rate_jump: 'Курс резко изменился. Обмен откроется, когда курс подтвердится',
} satisfies Record<string, MessageTemplate>;

const directionMessages = {
  currency_unknown: 'Такой валюты нет. Выберите другую',
  pair_unknown: 'Такого направления обмена нет. Выберите другую валюту',
  requisites_erased: 'Реквизиты этой заявки стёрты. Создайте новую',
  direction_closed: 'Это направление сейчас закрыто. Выберите другую валюту',
  city_unknown: 'В этом городе обмена нет. Выберите город из списка',
} satisfies Record<string, MessageTemplate>;

const replacementMessages = {
  code_replaced: ({ wanted, shown }) =>
    wanted && shown
      ? `Такой валюты нет: ${wanted}. Показали ближайшую: ${shown}`
      : 'Такой валюты нет. Показали ближайшую',
  code_closed: ({ wanted, reason }) =>
    appendSentence(`${wanted ? `Валюта ${wanted}` : 'Эта валюта'} сейчас закрыта`, reason),
  pair_closed: ({ wanted, reason }) =>
    appendSentence(`${wanted ? `Направление ${wanted}` : 'Это направление'} сейчас закрыто`, reason),
  pair_same: ({ wanted }) => `Валюту нельзя обменять на неё же${wanted ? `: ${wanted}` : ''}`,
  pair_fiat: ({ wanted }) => `Рубли на рубли мы не меняем${wanted ? `: ${wanted}` : ''}`,
  pair_missing: ({ wanted }) =>
    wanted ? `Такого направления обмена нет: ${wanted}` : 'Такого направления обмена нет',
  pair_shown: ({ shown }) => (shown ? `Показали пару ${shown}` : 'Показали другую пару'),
} satisfies Record<string, MessageTemplate>;

const claimMessages = {
  claims_limit: 'У вас уже есть открытые заявки. Оплатите или отмените одну из них',
  requisites_missing: 'Не хватает реквизитов. Заполните все поля',
  field_unknown: 'Этого поля здесь нет. Обновите страницу и заполните форму заново',
  idempotency_conflict: 'Эта заявка уже отправлена с другими данными. Проверьте их и создайте новую',
  transition_forbidden: 'Заявка уже в другом состоянии. Обновите страницу',
  reserve_waiting: 'Резерва пока не хватает. Повторите позже или попросите вернуть деньги',
  promocode_invalid: 'Такого промокода нет или он уже не действует. Проверьте его',
  promocode_expired: 'Срок этого промокода истёк. Введите другой',
  promocode_used: 'Этот промокод уже использован. Введите другой',
  captcha_required: 'Подтвердите, что вы не робот',
  captcha_failed: 'Проверка не пройдена. Подтвердите ещё раз, что вы не робот',
} satisfies Record<string, MessageTemplate>;

const fileMessages = {
  file_type: 'Такой файл не подойдёт. Нужен снимок JPEG, PNG или WebP',
  receipt_type: 'Такой файл не подойдёт. Нужен снимок JPEG, PNG или WebP либо документ PDF',
  file_size: 'Файл больше 8 МБ. Уменьшите его или пришлите снимок экрана',
  file_count: ({ max }) =>
    max === 1 ? 'Пришлите файлы по одному' : `Файлов может быть не больше ${max ?? 3}. Удалите лишний`,
  file_pixels: 'Снимок больше 40 мегапикселей. Уменьшите его',
  file_broken: 'Файл не читается. Сохраните его заново и пришлите ещё раз',
  file_empty: 'Файл пустой. Выберите другой',
} satisfies Record<string, MessageTemplate>;

const verificationMessages = {
  verification_state: 'Верификация уже в другом состоянии. Обновите страницу',
  photos_missing: 'Добавьте хотя бы одно фото карты',
  photo_unknown: 'Этого фото уже нет. Обновите страницу и добавьте его заново',
} satisfies Record<string, MessageTemplate>;

const connectionMessages = {
  not_found: 'Ничего не найдено. Проверьте ссылку',
  length_required: 'Нет Content-Length. Пришлите файл ещё раз',
  body_too_large: 'Слишком много данных. Сократите то, что введено в поля',
  body_invalid: 'Данные не подходят. Проверьте, что введено в поля',
  too_many: 'Полей больше, чем нужно. Обновите страницу и заполните форму заново',
  token_not_valid: 'Вход устарел. Войдите ещё раз',
  too_many_requests: ({ after }) => `Слишком много запросов. Повторите ${formatRetryDelay(after)}`,
  uploads_busy: ({ after }) => `Слишком много файлов. Повторите ${formatRetryDelay(after)}`,
  overloaded: ({ after }) => `Сервер перегружен. Повторите ${formatRetryDelay(after)}`,
  json_required: 'Запрос должен быть в JSON. Обновите страницу',
  network: 'Нет связи с сервером. Проверьте интернет и повторите',
  timeout: 'Сервер долго не отвечает. Повторите ещё раз',
  server_error: 'Сервер не справился с запросом. Повторите через минуту',
  maintenance: ({ after }) => `Ведутся технические работы. Повторите ${formatRetryDelay(after)}`,
} satisfies Record<string, MessageTemplate>;

const messageTemplates = {
  ...requisiteMessages,
  ...noteMessages,
  ...amountMessages,
  ...directionMessages,
  ...replacementMessages,
  ...claimMessages,
  ...fileMessages,
  ...verificationMessages,
  ...connectionMessages,
};

/** Reasons for a notice that shows another pair: one sentence, without advice to wait or to choose. */
const CLOSED_REASONS = new Map([
  ['reserve_empty', 'Резерв закончился'],
  ['rate_stale', 'Свежего курса пока нет'],
  ['rate_jump', 'Курс резко изменился и ещё не подтвердился'],
]);

/** Why a currency or pair is closed, in one sentence without a full stop; "" for a bare `direction_closed`. */
export function formatClosedReason({ code, detail }: { code: string; detail: string }): string {
  const operatorReason = detail === formatMessage<string>(code) ? '' : detail.replace(/\.$/, '');
  return CLOSED_REASONS.get(code) ?? operatorReason;
}

/** Every code that has a message, except those of accounts. */
export type MessageCode = keyof typeof messageTemplates;

/** All codes with a message, except those of accounts: accountMessages.ts. */
export const MESSAGE_CODES = Object.keys(messageTemplates) as MessageCode[];

const UNKNOWN_CODE_MESSAGE = 'Не получилось. Повторите ещё раз или напишите в поддержку';

/**
 * Returns the Russian message of a code, without a final full stop, prepositions joined by U+00A0. An unknown literal is
 * a type error; an unknown code of a server gives a general message.
 */
export function formatMessage<Code extends string>(
  code: Code extends MessageCode ? Code : string extends Code ? Code : never,
  data: MessageData = {},
): string {
  return renderTemplate(
    Object.hasOwn(messageTemplates, code) ? messageTemplates[code as MessageCode] : UNKNOWN_CODE_MESSAGE,
    data,
  );
}

/** Renders a template with its data. */
export function renderTemplate(template: MessageTemplate, data: MessageData): string {
  return typeof template === 'string' ? template : template(data);
}

function appendSentence(text: string, sentence: string | undefined): string {
  return sentence ? `${text}. ${sentence}` : text;
}

function limitVerb(side: MessageData['side']): string {
  return side === 'to' ? 'Получите' : 'Отдайте';
}

export function formatRetryDelay(after: number | undefined): string {
  if (!after || after <= 0) return 'через минуту';
  return after < 60 ? `через ${Math.ceil(after)} с` : `через ${Math.ceil(after / 60)} мин`;
}
