import type { RevocationReason, StoredAccountEmail } from '#server/accounts/accountEmail.ts';

/** An e-mail about the security of an account. */
export type SecurityEmail = Exclude<
  Extract<StoredAccountEmail, { device: string }>,
  { kind: 'refund_named' }
>;

/** Content of an e-mail about security. */
interface SecurityText {
  headline: string;
  nextStep: string;
  /** The button of an e-mail without «Это не я»: its label and path; default: a new password. */
  link?: { label: string; path: string };
}

/** Description of «Это не я». */
const STOP_BUTTON =
  'нажмите «Это не\u00a0я»: сеансы завершатся, пароль перестанет действовать, а\u00a0выплаты остановятся на\u00a072\u00a0часа.';

const SECURITY_TEXTS: Readonly<Record<Exclude<SecurityEmail['kind'], 'sessions_revoked'>, SecurityText>> = {
  password_changed: {
    headline: 'пароль изменён',
    nextStep: `Если пароль изменили не\u00a0вы, ${STOP_BUTTON} Если изменили вы, ничего не\u00a0делайте.`,
  },
  new_device: {
    headline: 'вход с\u00a0нового устройства',
    nextStep: `Если вошли не\u00a0вы, ${STOP_BUTTON} Если вошли вы, ничего не\u00a0делайте.`,
  },
  email_changing: {
    headline: 'почту аккаунта меняют',
    nextStep: `Если почту меняете не\u00a0вы, ${STOP_BUTTON} Если меняете вы, введите на\u00a0сайте код из\u00a0письма на\u00a0новую почту.`,
  },
  email_changed: {
    headline: 'почта аккаунта изменена',
    nextStep: `Если почту изменили не\u00a0вы, ${STOP_BUTTON} Прежняя почта вернётся, если нажать в\u00a0течение 72\u00a0часов. Если изменили вы, ничего не\u00a0делайте.`,
  },
  account_stopped: {
    headline: 'аккаунт остановлен',
    nextStep:
      'Задайте новый пароль, чтобы вернуться в\u00a0аккаунт: ссылка придёт на\u00a0его почту. В\u00a0письме нажали «Это не\u00a0я», поэтому сеансы завершены, прежний пароль не\u00a0действует, а\u00a0выплаты остановлены на\u00a072\u00a0часа.',
  },
  passkey_added: {
    headline: 'добавлен ключ доступа',
    nextStep: `Если ключ добавили не\u00a0вы, ${STOP_BUTTON} Ключи, которым меньше 30\u00a0дней, мы\u00a0удалим. Если добавили вы, ничего не\u00a0делайте.`,
  },
  passkey_removed: {
    headline: 'ключ доступа удалён',
    nextStep: `Если ключ удалили не\u00a0вы, ${STOP_BUTTON} Если удалили вы, сотрите его и\u00a0в\u00a0настройках устройства.`,
  },
  deletion_planned: {
    headline: 'аккаунт будет удалён',
    nextStep: `Если передумаете, войдите в\u00a0аккаунт: вход отменит удаление. Если удаляете не\u00a0вы, ${STOP_BUTTON}`,
  },
  requisite_added: {
    headline: 'добавлен реквизит для\u00a0выплат',
    nextStep: `Если реквизит добавили не\u00a0вы, ${STOP_BUTTON} Реквизиты, сохранённые меньше 30\u00a0дней назад, мы\u00a0удалим. Если добавили вы, ничего не\u00a0делайте.`,
  },
  shop_key_created: {
    headline: 'создан ключ API магазина',
    nextStep: `Если ключ создали не\u00a0вы, ${STOP_BUTTON} Ключи API и\u00a0вебхуки, которым меньше 30\u00a0дней, мы\u00a0удалим. Если создали вы, ничего не\u00a0делайте.`,
  },
  webhook_added: {
    headline: 'добавлен вебхук',
    nextStep: `Если вебхук добавили не\u00a0вы, ${STOP_BUTTON} Ключи API и\u00a0вебхуки, которым меньше 30\u00a0дней, мы\u00a0удалим. Если добавили вы, ничего не\u00a0делайте.`,
  },
  webhook_changed: {
    headline: 'вебхук изменён',
    nextStep: `Если вебхук изменили не\u00a0вы, ${STOP_BUTTON} Ключи API и\u00a0вебхуки, которые появились или изменились меньше 30\u00a0дней назад, мы\u00a0удалим. Если изменили вы, ничего не\u00a0делайте.`,
  },
  deletion_cancelled: {
    headline: 'удаление отменено',
    nextStep: `Если вошли не\u00a0вы, ${STOP_BUTTON} Если вошли вы, ничего не\u00a0делайте: вход отменил удаление аккаунта.`,
  },
  second_factor_added: {
    headline: 'второй фактор включён',
    nextStep: `Если второй фактор включили не\u00a0вы, ${STOP_BUTTON} Сам второй фактор останется: его отключает ключ доступа старше 30\u00a0дней или служба поддержки. Если включили вы, сохраните запасные коды: они заменят приложение, если телефон потеряется.`,
  },
  recovery_codes_renewed: {
    headline: 'созданы новые запасные коды',
    nextStep: `Если коды создали не\u00a0вы, ${STOP_BUTTON} Потом войдите с\u00a0кодом из\u00a0приложения и\u00a0создайте новые. Если создали вы, сотрите прежние: они больше не\u00a0действуют.`,
  },
  recovery_code_used: {
    headline: 'использован запасной код',
    nextStep: `Если код ввели не\u00a0вы, ${STOP_BUTTON} Потом войдите с\u00a0кодом из\u00a0приложения и\u00a0создайте новые запасные коды. Если ввели вы, вычеркните код: второй раз он не\u00a0сработает.`,
  },
  withdrawal_created: {
    headline: 'запрошен вывод денег',
    nextStep: `Если деньги выводите не\u00a0вы, ${STOP_BUTTON} Вывод отменится, а\u00a0деньги вернутся на\u00a0партнёрский счёт. Если выводите вы, ничего не\u00a0делайте: о\u00a0выплате мы\u00a0напишем.`,
  },
  withdrawal_paid: {
    headline: 'деньги выплачены',
    nextStep: `Проверьте, что деньги пришли: мы\u00a0их отправили. Если деньги выводили не\u00a0вы, ${STOP_BUTTON}`,
  },
  withdrawal_cancelled: {
    headline: 'вывод денег отменён',
    nextStep: `Исправьте то, что мешает выплате, и\u00a0запросите вывод ещё раз: деньги вернулись на\u00a0партнёрский счёт. Если деньги выводили не\u00a0вы, ${STOP_BUTTON}`,
  },
  auto_withdrawal_on: {
    headline: 'включён автоматический вывод',
    nextStep: `Если автоматический вывод включили не\u00a0вы, ${STOP_BUTTON} Автоматический вывод выключится. Если включили вы, ничего не\u00a0делайте: о\u00a0каждом выводе мы\u00a0напишем.`,
  },
  second_factor_removed: {
    headline: 'второй фактор отключён',
    nextStep: `Если второй фактор отключили не\u00a0вы, ${STOP_BUTTON} Если отключили вы, ничего не\u00a0делайте.`,
  },
};

/** Text about a withdrawal that was cancelled in the account. */
const OWN_CANCELLATION_TEXT: SecurityText = {
  headline: 'вывод денег отменён',
  nextStep: `Если вывод отменили не\u00a0вы, ${STOP_BUTTON} Если отменили вы, ничего не\u00a0делайте: деньги вернулись на\u00a0партнёрский счёт.`,
};

/** Texts about ended sessions. */
const REVOCATION_TEXTS: Readonly<Record<RevocationReason, SecurityText>> = {
  token_reused: {
    headline: 'сеанс завершён',
    nextStep: `Если не\u00a0узнаёте устройство, ${STOP_BUTTON} Если узнаёте, войдите заново. Мы\u00a0завершили сеанс, потому что данные входа пришли дважды: так бывает при краже.`,
  },
  one_ended: {
    headline: 'сеанс завершён',
    nextStep: `Если сеанс завершили не\u00a0вы, ${STOP_BUTTON} Если завершили вы, ничего не\u00a0делайте.`,
  },
  several_ended: {
    headline: 'сеансы завершены',
    nextStep: `Если сеансы на\u00a0других устройствах завершили не\u00a0вы, ${STOP_BUTTON} Если завершили вы, ничего не\u00a0делайте.`,
  },
  operator: {
    headline: 'сеансы завершены',
    nextStep: `Войдите в\u00a0аккаунт заново: служба поддержки завершила все сеансы. Если не\u00a0просили об\u00a0этом, ${STOP_BUTTON}`,
  },
  blocked: {
    headline: 'аккаунт заблокирован',
    nextStep:
      'Напишите в\u00a0поддержку, чтобы узнать причину. Мы\u00a0завершили все сеансы, и\u00a0войти в\u00a0аккаунт сейчас нельзя.',
    link: { label: 'Написать в\u00a0поддержку', path: '/contacts' },
  },
};

/** Returns the content of an e-mail. */
export function getSecurityText(message: SecurityEmail): SecurityText {
  if (message.kind === 'withdrawal_cancelled' && message.isOwn) return OWN_CANCELLATION_TEXT;
  return message.kind === 'sessions_revoked'
    ? REVOCATION_TEXTS[message.reason]
    : SECURITY_TEXTS[message.kind];
}
