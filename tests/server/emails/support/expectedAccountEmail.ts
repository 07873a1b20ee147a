import { DEVICE } from './accountEmails.ts';

const SECURITY_FACTS = `Когда: в 15:00 по Москве 21 ноября\nУстройство: ${DEVICE.device}\nСеть: ${DEVICE.network}`;

/** Of a sign-up, which may be older than its e-mail. */
const SIGNUP_FACTS = SECURITY_FACTS.replace('15:00', '12:00');

/** The button of e-mails about security. */
const STOP_LINK = /^Это не\u00a0я:\n\S+\/recover#stop=\S+$/m;
const STOP_TEXT =
  'нажмите «Это не я»: сеансы завершатся, пароль перестанет действовать, а выплаты остановятся на 72 часа.';

/** What each e-mail says, with common spaces: subject, first sentence, label and path of the link, and a detail. */
export const EXPECTED_EMAIL = {
  activate: {
    subject: 'Размен: подтвердите почту',
    start:
      'Подтвердите почту, чтобы войти в аккаунт. Ссылка действует 24 часа, до 15:00 по Москве 22 ноября.',
    link: /^Подтвердить почту:\n\S+\/login#activate=\S+$/m,
    detail: SIGNUP_FACTS,
  },
  already_registered: {
    subject: 'Размен: аккаунт уже есть',
    start: 'Войдите в аккаунт: с этой почтой он уже есть. Второй пробовали зарегистрировать или подтвердить.',
    link: /^Войти:\n\S+:3000\/login$/m,
    detail: SIGNUP_FACTS,
  },
  register_again: {
    subject: 'Размен: зарегистрируйтесь заново',
    start: 'Зарегистрируйтесь ещё раз: с этой почтой регистрировались несколько раз',
    link: /^Зарегистрироваться:\n\S+:3000\/register$/m,
    detail: SIGNUP_FACTS,
  },
  restore: {
    subject: 'Размен: новый пароль',
    start: 'Задайте новый пароль по ссылке. Она действует 1 час, до 16:00 по Москве 21 ноября.',
    link: /^Задать новый пароль:\n\S+\/recover#token=\S+$/m,
    detail: 'Если вы не просили новый пароль, ничего не делайте',
  },
  password_changed: {
    subject: 'Размен: пароль изменён',
    start: `Если пароль изменили не вы, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nУдалён ключ API: Касса rz_live_…AbC123`,
  },
  new_device: {
    subject: 'Размен: вход с нового устройства',
    start: `Если вошли не вы, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  sessions_revoked: {
    subject: 'Размен: сеанс завершён',
    start: `Если не узнаёте устройство, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  email_code: {
    subject: 'Размен: код для новой почты',
    start:
      'Введите код на сайте, и эта почта станет почтой аккаунта. Он действует 10 минут, до 15:10 по Москве 21 ноября.',
    link: /^Открыть настройки:\n\S+:3000\/account\/settings$/m,
    detail: 'Если вы не меняли почту, ничего не делайте',
  },
  email_taken: {
    subject: 'Размен: почта уже у другого аккаунта',
    start: 'Войдите в аккаунт с этой почтой или укажите другую',
    link: /^Войти:\n\S+:3000\/login$/m,
    detail: 'Если это были не вы, ничего не делайте',
  },
  email_changing: {
    subject: 'Размен: почту аккаунта меняют',
    start: `Если почту меняете не вы, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nНовая почта: n•••@mail.example`,
  },
  email_changed: {
    subject: 'Размен: почта аккаунта изменена',
    start: `Если почту изменили не вы, ${STOP_TEXT} Прежняя почта вернётся, если нажать в течение 72 часов.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nНовая почта: n•••@mail.example`,
  },
  account_stopped: {
    subject: 'Размен: аккаунт остановлен',
    start: 'Задайте новый пароль, чтобы вернуться в аккаунт: ссылка придёт на его почту.',
    link: /^Задать новый пароль:\n\S+:3000\/forget$/m,
    detail: `${SECURITY_FACTS}\nПочта аккаунта: i•••@mail.example`,
  },
  deletion_planned: {
    subject: 'Размен: аккаунт будет удалён',
    start: `Если передумаете, войдите в аккаунт: вход отменит удаление. Если удаляете не вы, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nУдалим аккаунт: в 15:00 по Москве 28 ноября`,
  },
  deletion_cancelled: {
    subject: 'Размен: удаление отменено',
    start: `Если вошли не вы, ${STOP_TEXT} Если вошли вы, ничего не делайте: вход отменил удаление аккаунта.`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  second_factor_added: {
    subject: 'Размен: второй фактор включён',
    start: `Если второй фактор включили не вы, ${STOP_TEXT} Сам второй фактор останется: его отключает ключ доступа старше 30 дней или служба поддержки. Если включили вы, сохраните запасные коды`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  recovery_codes_renewed: {
    subject: 'Размен: созданы новые запасные коды',
    start: `Если коды создали не вы, ${STOP_TEXT} Потом войдите с кодом из приложения и создайте новые.`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  recovery_code_used: {
    subject: 'Размен: использован запасной код',
    start: `Если код ввели не вы, ${STOP_TEXT} Потом войдите с кодом из приложения и создайте новые запасные коды.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nОсталось запасных кодов: 9`,
  },
  second_factor_removed: {
    subject: 'Размен: второй фактор отключён',
    start: `Если второй фактор отключили не вы, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  requisite_added: {
    subject: 'Размен: добавлен реквизит для выплат',
    start: `Если реквизит добавили не вы, ${STOP_TEXT} Реквизиты, сохранённые меньше 30 дней назад, мы удалим. Если добавили вы, ничего не делайте.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nРеквизит: Сбербанк 2202 •••• 4417`,
  },
  passkey_added: {
    subject: 'Размен: добавлен ключ доступа',
    start: `Если ключ добавили не вы, ${STOP_TEXT} Ключи, которым меньше 30 дней, мы удалим.`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  passkey_removed: {
    subject: 'Размен: ключ доступа удалён',
    start: `Если ключ удалили не вы, ${STOP_TEXT} Если удалили вы, сотрите его и в настройках устройства.`,
    link: STOP_LINK,
    detail: SECURITY_FACTS,
  },
  shop_key_created: {
    subject: 'Размен: создан ключ API магазина',
    start: `Если ключ создали не вы, ${STOP_TEXT} Ключи API и вебхуки, которым меньше 30 дней, мы удалим.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nКлюч: Касса …AbC123`,
  },
  webhook_added: {
    subject: 'Размен: добавлен вебхук',
    start: `Если вебхук добавили не вы, ${STOP_TEXT} Ключи API и вебхуки, которым меньше 30 дней, мы удалим.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nВебхук: https://shop.example/hook`,
  },
  webhook_changed: {
    subject: 'Размен: вебхук изменён',
    start: `Если вебхук изменили не вы, ${STOP_TEXT} Ключи API и вебхуки, которые появились или изменились меньше 30 дней назад, мы удалим.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nВебхук: https://shop.example/hook\nЧто изменили: адрес, секрет`,
  },
  webhook_off: {
    subject: 'Размен: вебхук выключен',
    start:
      'Проверьте сервер и включите вебхук снова. Мы выключили его: он не принимал события пять дней подряд.',
    link: /^Открыть вебхуки:\n\S+:3000\/account\/shop\/api$/m,
    detail: 'Вебхук: https://shop.example/hook',
  },
  withdrawal_created: {
    subject: 'Размен: запрошен вывод денег',
    start: `Если деньги выводите не вы, ${STOP_TEXT} Вывод отменится, а деньги вернутся на партнёрский счёт.`,
    link: STOP_LINK,
    detail: `${SECURITY_FACTS}\nСумма: 50,50 $, придёт 49,00 USDT\nРеквизит: Tether USDT TXdem…k9Qz3`,
  },
  withdrawal_paid: {
    subject: 'Размен: деньги выплачены',
    start: `Проверьте, что деньги пришли: мы их отправили. Если деньги выводили не вы, ${STOP_TEXT}`,
    link: STOP_LINK,
    detail: 'Реквизит: Tether USDT TXdem…k9Qz3\nПеревод: 9f86d081',
  },
  withdrawal_cancelled: {
    subject: 'Размен: вывод денег отменён',
    start: `Исправьте то, что мешает выплате, и запросите вывод ещё раз: деньги вернулись на партнёрский счёт.`,
    link: STOP_LINK,
    detail: 'Реквизит: Tether USDT TXdem…k9Qz3\nПричина: Кошелёк закрыт',
  },
  card_approved: {
    subject: 'Размен: карта подтверждена',
    start:
      'Указывайте карту 2202 •••• 4417 в заявках: новой проверки не будет, подтверждение действует 12 месяцев.',
    link: /^Открыть карты:\n\S+:3000\/account\/cards$/m,
    detail: 'Действует до',
  },
  card_expiring: {
    subject: 'Размен: подтверждение карты скоро закончится',
    start: 'Ничего не делайте до 15:00 по Москве 21 декабря: карта 2202 •••• 4417 подтверждена.',
    link: /^Открыть карты:\n\S+:3000\/account\/cards$/m,
    detail: 'После этого снимите новое фото',
  },
  card_rejected: {
    subject: 'Размен: карта не подтверждена',
    start: 'Пришлите новое фото карты 2202 •••• 4417. Прежнее не подошло: Не видно номера.',
    link: /^Прислать фото:\n\S+:3000\/account\/cards$/m,
    detail: 'Прислать фото',
  },
  refund_named: {
    subject: 'Заявка 7K4QPZ: возврат на 4276 •••• 0019',
    start: 'Проверьте, куда вернём деньги: 1 000,00 ₽, 4276 •••• 0019.',
    link: /^Остановить возврат:\n\S+\/claim\/[-\da-f]{36}#stop=\S+$/m,
    detail: SECURITY_FACTS,
  },
  course_alert: {
    subject: 'Размен: подтвердите уведомление о курсе',
    start: 'Подтвердите, и мы один раз напишем, когда будет 1 USDT = 85 ₽: USDT TRC20 на Сбербанк.',
    link: /^Подтвердить уведомление:\n\S+\/alert#confirm=[-\da-f]{36}\.\S+$/m,
    detail: 'Отменить, и адрес сотрём в течение суток:',
  },
  course_reached: {
    subject: 'Размен: 1 USDT = 85,02 ₽',
    start: 'Обменяйте, пока курс держится: USDT TRC20 на Сбербанк, сейчас 1 USDT = 85,02 ₽.',
    link: /^Открыть обмен:\n\S+\/\?cur_from=USDTTRC20&cur_to=SBERRUB$/m,
    detail: 'Отменить остальные уведомления на эту почту:',
  },
  staff_changed: {
    subject: 'Размен: изменились сотрудники',
    start: 'Проверьте, что так и нужно: anna@mail.example теперь сотрудник с ролью «Кассир».',
    link: /^Открыть сотрудников:\n\S+:3000\/operator\/staff$/m,
    detail: 'Изменил root в 15:00 по Москве 21 ноября',
  },
  account_deleted: {
    subject: 'Размен: аккаунт удалён',
    start: 'Ничего не делайте: аккаунт удалён в 15:00 по Москве 21 ноября, как вы и просили.',
    link: /^Открыть сайт:\n\S+:3000\/$/m,
    detail: 'Записи об обменах храним столько, сколько требует закон.',
  },
} as const;
