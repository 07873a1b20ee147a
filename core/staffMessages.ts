import { formatAccountMessage } from './accountMessages.ts';
import {
  STAFF_RIGHT_TEXTS,
  STAFF_ROLE_NAMES,
  type StaffRight,
  type StaffRole,
} from './contract/operator/staff.ts';
import { isNonZero, localizeDecimal } from './exchange/amount.ts';
import { renderTemplate, type MessageData, type MessageTemplate } from './messages.ts';

const localize = (text: string | number) => localizeDecimal(String(text));

const describeKey = (key: string | undefined) => (key ? ` (${key})` : '');

/** What the reference of a payment in a network is, and where to find it. */
const PAYMENT_NUMBERS = {
  hash: 'Это не\u00a0хеш перевода. Скопируйте его целиком из\u00a0обозревателя сети',
  output:
    'Нужны хеш, двоеточие и\u00a0номер выхода: перевод может платить на\u00a0несколько адресов. ' +
    'Номер\u00a0— место нашего адреса среди выходов в\u00a0обозревателе, первый — 0',
  log:
    'Нужны хеш, двоеточие и\u00a0номер события: перевод может отправить токены несколько раз. ' +
    'Номер\u00a0— место события Transfer на\u00a0наш адрес в\u00a0журнале (Logs) обозревателя',
} as const;

/** Messages that only the operator's desk shows, and those for the programs of an operator. */
const staffMessages = {
  signature_invalid: 'Подпись запроса неверна или старше пяти минут',
  // With the words of both, which the account's pages do not load.
  right_missing({ role, right }) {
    const name = STAFF_ROLE_NAMES[role as StaffRole] as string | undefined;
    const text = STAFF_RIGHT_TEXTS[right as StaffRight] as string | undefined;
    return `Роль ${name ? `«${name}»` : 'сотрудника'} этого не\u00a0позволяет${text ? `. Нужна роль, которая ${text}` : ''}`;
  },
  claim_changed: 'Заявку уже изменили. Посмотрите, что с\u00a0ней теперь',
  claim_taken: 'Заявку взял другой сотрудник. Договоритесь с\u00a0ним или перехватите её',
  reference_used: 'Платёж с\u00a0этим номером уже записан. Проверьте номер',
  reference_format: ({ network, expected }) =>
    expected && Object.hasOwn(PAYMENT_NUMBERS, expected)
      ? PAYMENT_NUMBERS[expected as keyof typeof PAYMENT_NUMBERS]
      : network
        ? `Это не\u00a0хеш перевода в\u00a0сети ${network}. Скопируйте его целиком, без номера выхода`
        : 'Это не\u00a0номер платежа. В\u00a0сети это хеш перевода, двоеточие и\u00a0номер выхода',
  reference_unused: 'В\u00a0этом статусе денег не\u00a0отправляют: уберите номер перевода',
  payment_expected: 'Ровно эту сумму ждёт другая заявка. Запишите платёж там или подтвердите запись здесь',
  payment_far: ({ amount, expected }) =>
    expected !== undefined && !isNonZero(String(expected))
      ? 'Вся сумма этой заявки уже пришла. Проверьте, не\u00a0тот\u00a0же ли это платёж и\u00a0та\u00a0ли это заявка'
      : amount && expected
        ? `Пришло ${localize(amount)}, а\u00a0ждём ${localize(expected)}: разница в\u00a0десять раз или больше. Проверьте сумму`
        : 'Сумма отличается от\u00a0ожидаемой в\u00a0десять раз или больше. Проверьте её',
  outcome_unknown:
    'Сервер не\u00a0ответил: возможно, действие уже выполнено. Проверьте, прежде чем повторять',
  payment_gone: 'Этот платёж уже исправили или убрали',
  payment_final:
    'Этот платёж не\u00a0исправить: из-за него уже отправили деньги, или его записала сеть или банк',
  payment_similar:
    'Похожий платёж уже записан: те\u00a0же сумма и\u00a0номер документа. Проверьте, не\u00a0тот\u00a0же ли это перевод',
  transaction_similar:
    'Перевод с\u00a0этим хешем уже записан, но\u00a0с\u00a0другим номером. Сверьте номер; если хеш оплатил и\u00a0это, подтвердите запись',
  payment_missing: 'Платёж клиента не\u00a0записан. Запишите его или подтвердите выплату без него',
  payment_target_missing: 'Нет свободных реквизитов для\u00a0оплаты. Добавьте или включите их',
  account_unknown: 'Такого аккаунта нет. Попросите человека зарегистрироваться на\u00a0сайте',
  transfer_recorded: ({ claim }) =>
    `Этот номер перевода уже записан в\u00a0заявке${claim ? ` №\u00a0${claim}` : ''}. ` +
    'Проверьте его или подтвердите, что один перевод оплатил обе',
  refund_named:
    'Куда вернуть, уже известно. Если клиент хочет получить деньги в\u00a0другом месте, подтвердите замену',
  refund_unnamed: 'Куда вернуть, неизвестно. Спросите клиента и\u00a0запишите ответ',
  return_too_large: 'Столько возвращать не\u00a0нужно: не\u00a0возвращено меньше',
  return_recorded: 'Возврат с\u00a0этим номером у\u00a0заявки уже записан. Проверьте номер',
  staff_changed: 'Роль сотрудника уже изменили',
  value_changed: 'Значение уже изменили. Посмотрите, какое оно теперь',
  value_same: 'Это и\u00a0есть нынешнее значение. Введите другое',
  amount_positive: 'Введите сумму больше нуля, например 1250,50',
  percent_format: 'Введите процент от\u00a00 до\u00a0100, например 0,65: после запятой до\u00a06 знаков',
  discount_large: 'Такую скидку не\u00a0получит никто: она больше предела. Введите меньше',
  sentence_format: 'Напишите от\u00a01 до\u00a0200 знаков в\u00a0одну строку',
  course_format: 'Введите число больше нуля, до\u00a010 значащих цифр',
  promocode_format: 'Введите от\u00a03 до\u00a032\u00a0латинских букв, цифр или дефисов',
  promocode_exists: 'Такой промокод уже есть. Включите его в\u00a0списке',
  promocode_percent: 'Введите долю маржи от\u00a01 до\u00a0100\u00a0%',
  day_past: 'Выберите сегодняшний день или позже',
  discount_ungiven:
    'Её не\u00a0даст ни одно направление: маржа у\u00a0порога или другая скидка не\u00a0меньше',
  tier_order: ({ wanted, max }) =>
    wanted && max
      ? `От\u00a0${localize(wanted)}\u00a0$ скидка ${localize(max)}\u00a0%: больший оборот не\u00a0может дать меньшую`
      : 'Больший оборот не\u00a0может дать меньшую скидку',
  tier_exists: 'Такой уровень уже есть. Измените его в\u00a0списке',
  claim_unknown: 'Такой заявки нет. Проверьте номер',
  accrual_missing: 'По этой заявке партнёру ничего не\u00a0начислено',
  accrual_void: 'Начисление по этой заявке и\u00a0так ничего не\u00a0стоит',
  accrual_reversed: 'Начисление по этой заявке уже отменено',
  margin_min_format: 'Введите процент от\u00a00 до\u00a05, например 0,1',
  hours_format: 'Введите целое число часов, до\u00a09999',
  filters_format:
    'Нужен список JSON: названия групп в\u00a0кавычках, через запятую, в\u00a0квадратных скобках',
  contest_format: 'Нужен JSON с\u00a0названием title и\u00a0временем окончания endsAt',
  pair_missing: 'Такого направления нет: выберите валюту, которую меняют на\u00a0вторую',
  chat_origin: ({ wanted }) =>
    wanted
      ? `Адрес скрипта должен быть на\u00a0разрешённом сайте: ${wanted}`
      : 'Разрешённых сайтов для\u00a0чата нет: их задаёт CHAT_ORIGINS на\u00a0сервере',
  percent_large: ({ max }) => `Больше ${max ?? 5}\u00a0%: похоже на\u00a0опечатку`,
  margin_large: ({ max }) => `Маржа больше ${max ?? 5}\u00a0%: похоже на\u00a0опечатку`,
  max_below_min: ({ min }) =>
    `Максимум меньше минимума${min ? `, ${localize(min)}` : ''}: обменять будет нельзя`,
  course_capped: ({ wanted, kept, min, needed }) =>
    wanted && kept && min && needed
      ? `На\u00a0направлении ${wanted} останется ${localize(kept)}\u00a0%, меньше порога ${localize(min)}\u00a0%: ` +
        `курс для клиентов не\u00a0поднимется. Хватит маржи ${localize(needed)}\u00a0%`
      : 'Маржа ниже порога: курс для клиентов не\u00a0поднимется',
  market_missing: 'Рыночного курса сейчас нет: сравнить не\u00a0с\u00a0чем',
  course_far: ({ shown }) =>
    `Отличается от\u00a0рынка${shown ? `, ${shown},` : ''} больше чем на\u00a05\u00a0%`,
  course_above_cap: ({ shown }) =>
    `Сработает наименьшая маржа: клиенты получат ${shown ? `по\u00a0курсу ${shown}` : 'меньше'}`,
  reserve_changed: 'Резерв уже изменился. Проверьте новую сумму',
  reserve_far: 'Сумма отличается от\u00a0нынешней в\u00a0десять раз или больше. Проверьте её',
  reserve_held: 'Всего не\u00a0может стать меньше удержанного под\u00a0заявки',
  confirmations_range: ({ max }) => `Введите целое число от\u00a01 до\u00a0${max ?? 100}`,
  limits_crossed: ({ max }) =>
    `Минимум был бы больше максимума${max ? `, ${localize(max)}` : ''}. Сначала измените другой предел`,
  default_outside: ({ shown }) =>
    `Сумма в\u00a0форме${shown ? `, ${localize(shown)},` : ''} была бы вне пределов. Сначала измените её`,
  city_code: 'Введите от\u00a02 до\u00a010 латинских букв или цифр, например MSK',
  city_known: 'Город с\u00a0этим кодом уже есть. Введите другой код',
  city_claims: 'По\u00a0городу есть открытые заявки. Удалите его, когда они закончатся',
  requisite_known: ({ shown }) =>
    `Такой реквизит уже есть${shown ? `, №\u00a0${shown}` : ''}. Найдите его в\u00a0списке и\u00a0включите`,
  key_unsupported: 'Адреса этой валюты не\u00a0выводятся из\u00a0ключа. Введите адрес',
  key_checksum: 'В\u00a0ключе опечатка. Скопируйте его целиком ещё раз',
  key_private: ({ key }) =>
    `Это закрытый ключ${describeKey(key)}: с\u00a0ним тратят деньги. Выгрузите открытый. ` +
    'Если закрытый мог увидеть кто-то ещё, переведите деньги на\u00a0другой кошелёк',
  key_unknown: 'Это ключ сети, которой у\u00a0обменника нет. Выгрузите ключ нужной',
  key_test: ({ key }) => `Это ключ тестовой сети${describeKey(key)}. Выгрузите ключ основной`,
  key_shared: ({ key }) =>
    `Это ключ кошелька с\u00a0несколькими подписями${describeKey(key)}. Нужен ключ кошелька с\u00a0одной`,
  key_network: ({ key, network, expected }) =>
    `Это ключ другой сети${describeKey(key)}${network ? `: ${network}` : ''}. ` +
    `Выгрузите ключ ${expected ?? 'нужной сети'}`,
  key_invalid: 'В\u00a0этом ключе нет открытого ключа. Скопируйте его целиком ещё раз',
  key_address: ({ addresses }) =>
    `Это не\u00a0первый адрес ключа${addresses ? `. Его первые адреса: ${addresses}` : ''}. ` +
    'Если кошелёк показывает другой, выгрузите ключ того счёта, на\u00a0котором этот адрес',
} satisfies Record<string, MessageTemplate>;

/** All codes with a message of staff. */
export const STAFF_MESSAGE_CODES: readonly string[] = Object.keys(staffMessages);

/** Like `formatAccountMessage`, but also has the codes of staff, which the account's pages do not load. */
export const formatStaffMessage = (code: string, data: MessageData = {}): string =>
  Object.hasOwn(staffMessages, code)
    ? renderTemplate(staffMessages[code as keyof typeof staffMessages], data)
    : formatAccountMessage<string>(code, data);
