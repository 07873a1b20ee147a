import type { AccountEventKind } from '#core/contract/user.ts';

/** What each event of the security journal says. */
export const EVENT_TEXTS: Readonly<Record<AccountEventKind, string>> = {
  activated: 'Аккаунт создан',
  login: 'Вход',
  logout: 'Выход',
  password_changed: 'Пароль изменён',
  password_restored: 'Пароль задан по\u00a0ссылке из\u00a0письма',
  session_revoked: 'Сеанс на\u00a0другом устройстве завершён',
  sessions_revoked: 'Сеансы на\u00a0всех устройствах завершены',
  token_reused: 'Сеанс завершён: данные входа пришли дважды',
  blocked: 'Аккаунт заблокирован',
  unblocked: 'Аккаунт разблокирован',
  email_changing: 'Запрошен код для\u00a0новой почты',
  email_changed: 'Почта изменена',
  account_stopped: 'Аккаунт остановлен по\u00a0ссылке «Это не\u00a0я»',
  data_exported: 'Скачана копия данных',
  deletion_planned: 'Запланировано удаление аккаунта',
  deletion_cancelled: 'Удаление аккаунта отменено входом',
  second_factor_added: 'Второй фактор включён',
  second_factor_removed: 'Второй фактор отключён',
  recovery_codes_renewed: 'Новые запасные коды',
  recovery_code_used: 'Использован запасной код',
  requisite_added: 'Сохранён реквизит для\u00a0выплат',
  requisite_removed: 'Удалён сохранённый реквизит',
  requisite_restored: 'Удалённый реквизит возвращён',
};
