import { EVENT_TEXTS } from '#core/account/eventTexts.ts';

/** What e-mails are about, by their kinds. Those about the security of an account have the texts of its journal. */
const KIND_TEXTS: Readonly<Record<string, string>> = {
  ...EVENT_TEXTS,
  claim: 'Новый статус заявки',
  activate: 'Подтверждение почты',
  already_registered: 'Аккаунт уже есть',
  register_again: 'Просьба зарегистрироваться заново',
  restore: 'Ссылка для нового пароля',
  new_device: 'Вход с нового устройства',
  email_code: 'Код для новой почты',
  email_taken: 'Почта уже у другого аккаунта',
  refund_named: 'Изменено, куда вернуть деньги',
  card_approved: 'Карта подтверждена',
  card_expiring: 'Подтверждение карты скоро закончится',
  card_rejected: 'Карта не подтверждена',
  webhook_off: 'Вебхук выключен',
  withdrawal_paid: 'Деньги партнёру выплачены',
  auto_withdrawal_ended: 'Автоматический вывод выключен',
  account_deleted: 'Аккаунт удалён',
  news: 'Новость',
  course_alert: 'Подтверждение уведомления о курсе',
  course_reached: 'Курс дошёл до заданного',
};

/** What an e-mail is about. */
export const getEmailKindText = (kind: string): string => KIND_TEXTS[kind] ?? kind;
