import {
  MESSAGE_CODES,
  formatMessage,
  formatRetryDelay,
  renderTemplate,
  type MessageCode,
  type MessageData,
  type MessageTemplate,
} from './messages.ts';

/** Formats the full limit of a shop, which follows the current limit. */
const formatFullLimit = ({ full, min }: MessageData): string =>
  full ? ` (после ${min} завершённых заявок — ${full})` : '';

const accountMessages = {
  promocodes_limit: 'В кабинете уже 50 промокодов. Примените этот код прямо в форме обмена',
  credentials_invalid: 'Почта или пароль не подходят',
  not_activated: 'Аккаунт ещё не активирован. Откройте ссылку из письма',
  account_blocked: 'Аккаунт заблокирован. Напишите в поддержку',
  second_factor_required: 'Введите код из приложения или запасной код',
  code_invalid: 'Код не подходит. Введите новый код из приложения',
  challenge_expired: 'Код больше не принимаем: прошло 5 минут или было 5 попыток. Войдите ещё раз',
  second_factor_on: 'Второй фактор уже включён. Обновите страницу',
  second_factor_off: 'Второй фактор уже отключён. Обновите страницу',
  setup_expired: 'Время настройки вышло. Начните заново',
  confirm_required: 'Подтвердите, что это вы',
  activation_proof_required: 'Подтвердите, что это вы, или задайте новый пароль',
  link_invalid: 'Ссылка из письма больше не действует. Запросите новую',
  link_expired: 'Ссылка из письма больше не действует: прошёл год',
  activation_used:
    'Эта ссылка ничего не активирует: аккаунт с этой почтой уже активирован. Войдите или восстановите пароль',
  activation_expired: 'Аккаунт не активирован: срок ссылки вышел. Запросите новое письмо',
  activation_unknown:
    'Аккаунт не активирован: такой ссылки нет, или её срок давно вышел. Откройте ссылку из письма целиком или запросите новое',
  origin_forbidden: 'Войти можно только на сайте обменника. Откройте его по главному адресу',
  password_short: ({ min }) => `Пароль слишком короткий. Нужно от ${min ?? 12} знаков`,
  password_long: ({ max }) => `Пароль слишком длинный. Оставьте до ${max ?? 128} знаков`,
  password_obvious: 'В пароле почти только ваша почта или название сайта. Придумайте другой',
  password_leaked: 'Этот пароль есть в базах утечек. Придумайте другой',
  password_weak: 'Пароль легко подобрать. Добавьте одно или два необычных слова',
  password_wrong: 'Это не ваш пароль. Проверьте его',
  consent_required: 'Отметьте согласие: без него аккаунт создать нельзя',
  rules_required: 'Отметьте, что принимаете правила обмена',
  email_same: 'Это и есть почта аккаунта. Укажите другую',
  email_code_invalid: 'Код не подходит. Введите 6 цифр из последнего письма',
  email_code_expired: 'Код больше не действует. Запросите новый',
  passkey_invalid: 'Ключ доступа не подошёл. Попробуйте ещё раз',
  passkeys_limit: 'В аккаунте уже 20 ключей доступа. Сначала удалите лишний',
  last_way_in: 'Это единственный способ войти. Сначала задайте пароль или добавьте другой ключ',
  claims_open: 'В аккаунте есть открытые заявки. Дождитесь их завершения или отмените их',
  requisite_saved: 'Этот реквизит уже сохранён',
  requisites_limit: 'Сохранено уже 50 реквизитов. Удалите ненужный',
  key_unknown: 'Такого ключа нет. Проверьте заголовок Authorization',
  key_expired: 'Срок действия ключа истёк. Создайте новый',
  scope_missing: 'У ключа нет нужного права',
  network_forbidden: 'С этого адреса ключом пользоваться нельзя',
  test_key_required: 'Переводить можно только тестовые заявки. Нужен тестовый ключ',
  test_moves_limit: 'У тестовой заявки уже 100 статусов. Создайте новую',
  shop_keys_limit: 'В магазине уже 10 ключей. Сначала отзовите ненужный',
  shop_claims_limit: ({ max, ...data }) =>
    `Открыто слишком много заявок магазина${max ? `: можно не больше ${max}` : ''}${formatFullLimit(data)}. ` +
    'Дождитесь, пока клиенты оплатят открытые или истечёт их срок',
  email_claims_limit: ({ max }) =>
    `Открыто слишком много заявок на эту почту${max ? `: можно не больше ${max}` : ''}. ` +
    'Дождитесь, пока клиент оплатит открытые или истечёт их срок',
  test_claims_limit: 'В магазине уже 1000 тестовых заявок. Через 30 дней после создания они удаляются',
  shop_claims_hourly: ({ max, after, ...data }) =>
    `Магазин создал слишком много заявок за час${max ? `: можно не больше ${max}` : ''}${formatFullLimit(data)}. Повторите ${formatRetryDelay(after)}`,
  network_format: 'Укажите адрес или подсеть: 203.0.113.5 или 203.0.113.0/24',
  expiry_past: 'Укажите время в будущем',
  webhooks_limit: 'В магазине уже 5 вебхуков. Сначала удалите ненужный',
  event_damaged: 'Событие повреждено, отправить его нельзя. Прочитайте заявку через API',
  webhook_off: 'Вебхук выключен. Сначала включите его',
  webhook_url: 'Укажите адрес целиком, например https://shop.example/webhook',
  webhook_https: 'Укажите адрес с https: по http события не отправляем',
  webhook_credentials: 'Уберите из адреса имя и пароль',
  webhook_port: 'Укажите порт 443 или от 1024',
  webhook_private: 'Это адрес частной сети. Укажите сервер, доступный из интернета',
  webhook_unresolved: 'Не нашли такой сервер. Проверьте адрес',
  balance_left: 'На партнёрском счёте остались деньги. Сначала выведите их',
  codes_limit: 'У вас уже 50 кодов. Добавляйте к коду метки: КОД.метка',
  partner_off: ({ reason }) =>
    `Партнёрская программа для вас отключена${reason ? `: ${reason}` : ''}. Напишите в поддержку`,
  payouts_frozen: ({ until }) =>
    `Выплаты остановлены кнопкой «Это не я»${until ? ` до ${until}` : ''}. После этого повторите`,
  payout_delayed: ({ until }) =>
    `На этот реквизит выплачиваем ${until ? `с ${until}` : 'через сутки'}: его недавно добавили, или вы сменили способ входа`,
  withdrawal_open: ({ max = '5' }) =>
    `В обработке уже выводов: ${max}. Дождитесь выплаты или отмените один из них`,
  withdrawal_begun: 'Деньги уже отправляем: этот вывод не отменить. Дождитесь письма о выплате',
  withdrawal_decided: 'Деньги уже выплачены. Обновите страницу',
  withdrawal_cancellations: ({ max = '20' }) =>
    `Сегодня отменено выводов: ${max}. Отмените этот через сутки или дождитесь выплаты`,
  withdrawal_minimum: ({ min }) => `До наименьшей суммы вывода не хватает${min ? ` ${min}` : ' денег'}`,
  withdrawal_small: ({ min }) => `Слишком мало. ${min ? `Выведите от ${min}` : 'Увеличьте сумму'}`,
  withdrawal_over: ({ max }) => (max ? `Доступно ${max}. Уменьшите сумму` : 'Столько нет. Уменьшите сумму'),
  withdrawal_large: ({ max }) => `Слишком много. ${max ? `Укажите до ${max}` : 'Уменьшите сумму'}`,
  withdrawal_fee: 'Комиссия больше суммы. Увеличьте сумму',
  withdrawal_conflict: 'Этот вывод уже отправлен с другими данными. Обновите страницу',
  requisite_unknown: 'Такого реквизита нет. Выберите другой из списка',
  method_closed: 'В этой валюте сейчас не выплачиваем. Выберите другой реквизит',
  period_invalid: ({ max }) => `Выберите период до ${max ?? 732} дней: начало не позже конца`,
  site_format: 'Введите адрес сайта целиком: https://example.ru',
  sub_format: 'Метка: до 40 латинских букв, цифр, «_» и «-»',
  links_limit: 'Сохранено уже 100 ссылок. Удалите ненужную',
  price_reached: 'Сейчас курс такой и есть. Укажите другой',
  alerts_limit: ({ max }) =>
    `На эту почту уже есть ${max ?? 10} уведомлений. Отмените лишнее по ссылке из его письма`,
  staff_required: 'Эти страницы — для сотрудников обменника',
  right_missing: 'Роль сотрудника этого не позволяет',
  second_factor_missing:
    'Сотруднику нужен второй фактор. Включите код из приложения или добавьте ключ доступа',
  strong_login_required: 'Войдите ещё раз: с кодом из приложения или с ключом доступа',
  staff_session_expired: 'С входа прошло 12 часов. Войдите ещё раз',
  staff_already: 'Это уже сотрудник. Смените его роль в списке',
  staff_self: 'Свою роль изменить нельзя. Попросите другого администратора',
  staff_last_admin: 'Это последний администратор. Сначала назначьте другого',
  alert_over: 'Уведомление закончилось или отменено. Создайте новое',
} satisfies Record<string, MessageTemplate>;

/** Every code that has a message. */
export type AccountMessageCode = MessageCode | keyof typeof accountMessages;

/** All codes with a message. */
export const ALL_MESSAGE_CODES: readonly AccountMessageCode[] = [
  ...MESSAGE_CODES,
  ...(Object.keys(accountMessages) as (keyof typeof accountMessages)[]),
];

/** Like `formatMessage`, but also has the codes of accounts, which the widget and the public pages do not load. */
export function formatAccountMessage<Code extends string>(
  code: Code extends AccountMessageCode ? Code : string extends Code ? Code : never,
  data: MessageData = {},
): string {
  return Object.hasOwn(accountMessages, code)
    ? renderTemplate(accountMessages[code as keyof typeof accountMessages], data)
    : formatMessage<string>(code, data);
}
