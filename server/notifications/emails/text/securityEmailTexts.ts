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
  'нажмите «Это не я»: сеансы завершатся, пароль перестанет действовать, а выплаты остановятся на 72 часа.';

const SECURITY_TEXTS: Readonly<Record<Exclude<SecurityEmail['kind'], 'sessions_revoked'>, SecurityText>> = {
  password_changed: {
    headline: 'пароль изменён',
    nextStep: `Если пароль изменили не вы, ${STOP_BUTTON} Если изменили вы, ничего не делайте.`,
  },
  new_device: {
    headline: 'вход с нового устройства',
    nextStep: `Если вошли не вы, ${STOP_BUTTON} Если вошли вы, ничего не делайте.`,
  },
  email_changing: {
    headline: 'почту аккаунта меняют',
    nextStep: `Если почту меняете не вы, ${STOP_BUTTON} Если меняете вы, введите на сайте код из письма на новую почту.`,
  },
  email_changed: {
    headline: 'почта аккаунта изменена',
    nextStep: `Если почту изменили не вы, ${STOP_BUTTON} Прежняя почта вернётся, если нажать в течение 72 часов. Если изменили вы, ничего не делайте.`,
  },
  account_stopped: {
    headline: 'аккаунт остановлен',
    nextStep:
      'Задайте новый пароль, чтобы вернуться в аккаунт: ссылка придёт на его почту. В письме нажали «Это не я», поэтому сеансы завершены, прежний пароль не действует, а выплаты остановлены на 72 часа.',
  },
  passkey_added: {
    headline: 'добавлен ключ доступа',
    nextStep: `Если ключ добавили не вы, ${STOP_BUTTON} Ключи, которым меньше 30 дней, мы удалим. Если добавили вы, ничего не делайте.`,
  },
  passkey_removed: {
    headline: 'ключ доступа удалён',
    nextStep: `Если ключ удалили не вы, ${STOP_BUTTON} Если удалили вы, сотрите его и в настройках устройства.`,
  },
  deletion_planned: {
    headline: 'аккаунт будет удалён',
    nextStep: `Если передумаете, войдите в аккаунт: вход отменит удаление. Если удаляете не вы, ${STOP_BUTTON}`,
  },
  requisite_added: {
    headline: 'добавлен реквизит для выплат',
    nextStep: `Если реквизит добавили не вы, ${STOP_BUTTON} Реквизиты, сохранённые меньше 30 дней назад, мы удалим. Если добавили вы, ничего не делайте.`,
  },
  shop_key_created: {
    headline: 'создан ключ API магазина',
    nextStep: `Если ключ создали не вы, ${STOP_BUTTON} Ключи API и вебхуки, которым меньше 30 дней, мы удалим. Если создали вы, ничего не делайте.`,
  },
  webhook_added: {
    headline: 'добавлен вебхук',
    nextStep: `Если вебхук добавили не вы, ${STOP_BUTTON} Ключи API и вебхуки, которым меньше 30 дней, мы удалим. Если добавили вы, ничего не делайте.`,
  },
  webhook_changed: {
    headline: 'вебхук изменён',
    nextStep: `Если вебхук изменили не вы, ${STOP_BUTTON} Ключи API и вебхуки, которые появились или изменились меньше 30 дней назад, мы удалим. Если изменили вы, ничего не делайте.`,
  },
  deletion_cancelled: {
    headline: 'удаление отменено',
    nextStep: `Если вошли не вы, ${STOP_BUTTON} Если вошли вы, ничего не делайте: вход отменил удаление аккаунта.`,
  },
  second_factor_added: {
    headline: 'второй фактор включён',
    nextStep: `Если второй фактор включили не вы, ${STOP_BUTTON} Сам второй фактор останется: его отключает ключ доступа старше 30 дней или служба поддержки. Если включили вы, сохраните запасные коды: они заменят приложение, если телефон потеряется.`,
  },
  recovery_codes_renewed: {
    headline: 'созданы новые запасные коды',
    nextStep: `Если коды создали не вы, ${STOP_BUTTON} Потом войдите с кодом из приложения и создайте новые. Если создали вы, сотрите прежние: они больше не действуют.`,
  },
  recovery_code_used: {
    headline: 'использован запасной код',
    nextStep: `Если код ввели не вы, ${STOP_BUTTON} Потом войдите с кодом из приложения и создайте новые запасные коды. Если ввели вы, вычеркните код: второй раз он не сработает.`,
  },
  withdrawal_created: {
    headline: 'запрошен вывод денег',
    nextStep: `Если деньги выводите не вы, ${STOP_BUTTON} Вывод отменится, а деньги вернутся на партнёрский счёт. Если выводите вы, ничего не делайте: о выплате мы напишем.`,
  },
  withdrawal_paid: {
    headline: 'деньги выплачены',
    nextStep: `Проверьте, что деньги пришли: мы их отправили. Если деньги выводили не вы, ${STOP_BUTTON}`,
  },
  withdrawal_cancelled: {
    headline: 'вывод денег отменён',
    nextStep: `Исправьте то, что мешает выплате, и запросите вывод ещё раз: деньги вернулись на партнёрский счёт. Если деньги выводили не вы, ${STOP_BUTTON}`,
  },
  auto_withdrawal_on: {
    headline: 'включён автоматический вывод',
    nextStep: `Если автоматический вывод включили не вы, ${STOP_BUTTON} Автоматический вывод выключится. Если включили вы, ничего не делайте: о каждом выводе мы напишем.`,
  },
  second_factor_removed: {
    headline: 'второй фактор отключён',
    nextStep: `Если второй фактор отключили не вы, ${STOP_BUTTON} Если отключили вы, ничего не делайте.`,
  },
};

/** Text about a withdrawal that was cancelled in the account. */
const OWN_CANCELLATION_TEXT: SecurityText = {
  headline: 'вывод денег отменён',
  nextStep: `Если вывод отменили не вы, ${STOP_BUTTON} Если отменили вы, ничего не делайте: деньги вернулись на партнёрский счёт.`,
};

/** Texts about ended sessions. */
const REVOCATION_TEXTS: Readonly<Record<RevocationReason, SecurityText>> = {
  token_reused: {
    headline: 'сеанс завершён',
    nextStep: `Если не узнаёте устройство, ${STOP_BUTTON} Если узнаёте, войдите заново. Мы завершили сеанс, потому что данные входа пришли дважды: так бывает при краже.`,
  },
  one_ended: {
    headline: 'сеанс завершён',
    nextStep: `Если сеанс завершили не вы, ${STOP_BUTTON} Если завершили вы, ничего не делайте.`,
  },
  several_ended: {
    headline: 'сеансы завершены',
    nextStep: `Если сеансы на других устройствах завершили не вы, ${STOP_BUTTON} Если завершили вы, ничего не делайте.`,
  },
  operator: {
    headline: 'сеансы завершены',
    nextStep: `Войдите в аккаунт заново: служба поддержки завершила все сеансы. Если не просили об этом, ${STOP_BUTTON}`,
  },
  blocked: {
    headline: 'аккаунт заблокирован',
    nextStep:
      'Напишите в поддержку, чтобы узнать причину. Мы завершили все сеансы, и войти в аккаунт сейчас нельзя.',
    link: { label: 'Написать в поддержку', path: '/contacts' },
  },
};

/** Returns the content of an e-mail. */
export function getSecurityText(message: SecurityEmail): SecurityText {
  if (message.kind === 'withdrawal_cancelled' && message.isOwn) return OWN_CANCELLATION_TEXT;
  return message.kind === 'sessions_revoked'
    ? REVOCATION_TEXTS[message.reason]
    : SECURITY_TEXTS[message.kind];
}
