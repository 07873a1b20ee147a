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
  hash: 'Это не хеш перевода. Скопируйте его целиком из обозревателя сети',
  output:
    'Нужны хеш, двоеточие и номер выхода: перевод может платить на несколько адресов. ' +
    'Номер — место нашего адреса среди выходов в обозревателе, первый — 0',
  log:
    'Нужны хеш, двоеточие и номер события: перевод может отправить токены несколько раз. ' +
    'Номер — место события Transfer на наш адрес в журнале (Logs) обозревателя',
} as const;

/** Messages that only the operator's desk shows, and those for the programs of an operator. */
const staffMessages = {
  signature_invalid: 'Подпись запроса неверна или старше пяти минут',
  // With the words of both, which the account's pages do not load.
  right_missing({ role, right }) {
    const name = STAFF_ROLE_NAMES[role as StaffRole] as string | undefined;
    const text = STAFF_RIGHT_TEXTS[right as StaffRight] as string | undefined;
    return `Роль ${name ? `«${name}»` : 'сотрудника'} этого не позволяет${text ? `. Нужна роль, которая ${text}` : ''}`;
  },
  claim_changed: 'Заявку уже изменили. Посмотрите, что с ней теперь',
  claim_taken: 'Заявку взял другой сотрудник. Договоритесь с ним или перехватите её',
  reference_used: 'Платёж с этим номером уже записан. Проверьте номер',
  reference_format: ({ network, expected }) =>
    expected && Object.hasOwn(PAYMENT_NUMBERS, expected)
      ? PAYMENT_NUMBERS[expected as keyof typeof PAYMENT_NUMBERS]
      : network
        ? `Это не хеш перевода в сети ${network}. Скопируйте его целиком, без номера выхода`
        : 'Это не номер платежа. В сети это хеш перевода, двоеточие и номер выхода',
  reference_unused: 'В этом статусе денег не отправляют: уберите номер перевода',
  payment_expected: 'Ровно эту сумму ждёт другая заявка. Запишите платёж там или подтвердите запись здесь',
  payment_far: ({ amount, expected }) =>
    expected !== undefined && !isNonZero(String(expected))
      ? 'Вся сумма этой заявки уже пришла. Проверьте, не тот же ли это платёж и та ли это заявка'
      : amount && expected
        ? `Пришло ${localize(amount)}, а ждём ${localize(expected)}: разница в десять раз или больше. Проверьте сумму`
        : 'Сумма отличается от ожидаемой в десять раз или больше. Проверьте её',
  outcome_unknown: 'Сервер не ответил: возможно, действие уже выполнено. Проверьте, прежде чем повторять',
  payment_gone: 'Этот платёж уже исправили или убрали',
  payment_final: 'Этот платёж не исправить: из-за него уже отправили деньги, или его записала сеть или банк',
  payment_similar:
    'Похожий платёж уже записан: те же сумма и номер документа. Проверьте, не тот же ли это перевод',
  transaction_similar:
    'Перевод с этим хешем уже записан, но с другим номером. Сверьте номер; если хеш оплатил и это, подтвердите запись',
  payment_missing: 'Платёж клиента не записан. Запишите его или подтвердите выплату без него',
  payment_target_missing: 'Нет свободных реквизитов для оплаты. Добавьте или включите их',
  account_unknown: 'Такого аккаунта нет. Попросите человека зарегистрироваться на сайте',
  transfer_recorded: ({ claim }) =>
    `Этот номер перевода уже записан в заявке${claim ? ` № ${claim}` : ''}. ` +
    'Проверьте его или подтвердите, что один перевод оплатил обе',
  refund_named:
    'Куда вернуть, уже известно. Если клиент хочет получить деньги в другом месте, подтвердите замену',
  refund_unnamed: 'Куда вернуть, неизвестно. Спросите клиента и запишите ответ',
  return_too_large: 'Столько возвращать не нужно: не возвращено меньше',
  return_recorded: 'Возврат с этим номером у заявки уже записан. Проверьте номер',
  staff_changed: 'Роль сотрудника уже изменили',
  value_changed: 'Значение уже изменили. Посмотрите, какое оно теперь',
  value_same: 'Это и есть нынешнее значение. Введите другое',
  amount_positive: 'Введите сумму больше нуля, например 1250,50',
  percent_format: 'Введите процент от 0 до 100, например 0,65: после запятой до 6 знаков',
  discount_large: 'Такую скидку не получит никто: она больше предела. Введите меньше',
  sentence_format: 'Напишите от 1 до 200 знаков в одну строку',
  course_format: 'Введите число больше нуля, до 10 значащих цифр',
  promocode_format: 'Введите от 3 до 32 латинских букв, цифр или дефисов',
  promocode_exists: 'Такой промокод уже есть. Включите его в списке',
  promocode_percent: 'Введите долю маржи от 1 до 100 %',
  day_past: 'Выберите сегодняшний день или позже',
  discount_ungiven: 'Её не даст ни одно направление: маржа у порога или другая скидка не меньше',
  tier_order: ({ wanted, max }) =>
    wanted && max
      ? `От ${localize(wanted)} $ скидка ${localize(max)} %: больший оборот не может дать меньшую`
      : 'Больший оборот не может дать меньшую скидку',
  tier_exists: 'Такой уровень уже есть. Измените его в списке',
  claim_unknown: 'Такой заявки нет. Проверьте номер',
  accrual_missing: 'По этой заявке партнёру ничего не начислено',
  accrual_void: 'Начисление по этой заявке и так ничего не стоит',
  accrual_reversed: 'Начисление по этой заявке уже отменено',
  margin_min_format: 'Введите процент от 0 до 5, например 0,1',
  hours_format: 'Введите целое число часов, до 9999',
  filters_format: 'Нужен список JSON: названия групп в кавычках, через запятую, в квадратных скобках',
  contest_format: 'Нужен JSON с названием title и временем окончания endsAt',
  pair_missing: 'Такого направления нет: выберите валюту, которую меняют на вторую',
  chat_origin: ({ wanted }) =>
    wanted
      ? `Адрес скрипта должен быть на разрешённом сайте: ${wanted}`
      : 'Разрешённых сайтов для чата нет: их задаёт CHAT_ORIGINS на сервере',
  percent_large: ({ max }) => `Больше ${max ?? 5} %: похоже на опечатку`,
  margin_large: ({ max }) => `Маржа больше ${max ?? 5} %: похоже на опечатку`,
  max_below_min: ({ min }) =>
    `Максимум меньше минимума${min ? `, ${localize(min)}` : ''}: обменять будет нельзя`,
  course_capped: ({ wanted, kept, min, needed }) =>
    wanted && kept && min && needed
      ? `На направлении ${wanted} останется ${localize(kept)} %, меньше порога ${localize(min)} %: ` +
        `курс для клиентов не поднимется. Хватит маржи ${localize(needed)} %`
      : 'Маржа ниже порога: курс для клиентов не поднимется',
  market_missing: 'Рыночного курса сейчас нет: сравнить не с чем',
  course_far: ({ shown }) => `Отличается от рынка${shown ? `, ${shown},` : ''} больше чем на 5 %`,
  course_above_cap: ({ shown }) =>
    `Сработает наименьшая маржа: клиенты получат ${shown ? `по курсу ${shown}` : 'меньше'}`,
  reserve_changed: 'Резерв уже изменился. Проверьте новую сумму',
  reserve_far: 'Сумма отличается от нынешней в десять раз или больше. Проверьте её',
  reserve_held: 'Всего не может стать меньше удержанного под заявки',
  confirmations_range: ({ max }) => `Введите целое число от 1 до ${max ?? 100}`,
  limits_crossed: ({ max }) =>
    `Минимум был бы больше максимума${max ? `, ${localize(max)}` : ''}. Сначала измените другой предел`,
  default_outside: ({ shown }) =>
    `Сумма в форме${shown ? `, ${localize(shown)},` : ''} была бы вне пределов. Сначала измените её`,
  city_code: 'Введите от 2 до 10 латинских букв или цифр, например MSK',
  city_known: 'Город с этим кодом уже есть. Введите другой код',
  city_claims: 'По городу есть открытые заявки. Удалите его, когда они закончатся',
  requisite_known: ({ shown }) =>
    `Такой реквизит уже есть${shown ? `, № ${shown}` : ''}. Найдите его в списке и включите`,
  key_unsupported: 'Адреса этой валюты не выводятся из ключа. Введите адрес',
  key_checksum: 'В ключе опечатка. Скопируйте его целиком ещё раз',
  key_private: ({ key }) =>
    `Это закрытый ключ${describeKey(key)}: с ним тратят деньги. Выгрузите открытый. ` +
    'Если закрытый мог увидеть кто-то ещё, переведите деньги на другой кошелёк',
  key_unknown: 'Это ключ сети, которой у обменника нет. Выгрузите ключ нужной',
  key_test: ({ key }) => `Это ключ тестовой сети${describeKey(key)}. Выгрузите ключ основной`,
  key_shared: ({ key }) =>
    `Это ключ кошелька с несколькими подписями${describeKey(key)}. Нужен ключ кошелька с одной`,
  key_network: ({ key, network, expected }) =>
    `Это ключ другой сети${describeKey(key)}${network ? `: ${network}` : ''}. ` +
    `Выгрузите ключ ${expected ?? 'нужной сети'}`,
  key_invalid: 'В этом ключе нет открытого ключа. Скопируйте его целиком ещё раз',
  key_address: ({ addresses }) =>
    `Это не первый адрес ключа${addresses ? `. Его первые адреса: ${addresses}` : ''}. ` +
    'Если кошелёк показывает другой, выгрузите ключ того счёта, на котором этот адрес',
} satisfies Record<string, MessageTemplate>;

/** All codes with a message of staff. */
export const STAFF_MESSAGE_CODES: readonly string[] = Object.keys(staffMessages);

/** Like `formatAccountMessage`, but also has the codes of staff, which the account's pages do not load. */
export const formatStaffMessage = (code: string, data: MessageData = {}): string =>
  Object.hasOwn(staffMessages, code)
    ? renderTemplate(staffMessages[code as keyof typeof staffMessages], data)
    : formatAccountMessage<string>(code, data);
