import { STAFF_ROLE_NAMES } from '#core/contract/operator/staff.ts';
import type { StoredAccountEmail } from '#server/accounts/accountEmail.ts';
import { formatMoment } from '#server/platform/email/emailTimes.ts';
import type { AccountEmailFacts, AccountEmailText } from './accountEmailText.ts';

/** Composes the e-mail about a changed role, to the member of staff and to the admins. */
export function composeStaffEmail(
  { at, publicOrigin }: AccountEmailFacts,
  { member, role, by, isOwn }: Extract<StoredAccountEmail, { kind: 'staff_changed' }>,
): AccountEmailText {
  const state =
    role === null ? 'больше не сотрудник' : `теперь сотрудник с ролью «${STAFF_ROLE_NAMES[role]}»`;
  const details = [`Изменил ${by} в ${formatMoment(new Date(at))}`];
  if (!isOwn)
    return {
      subject: 'Размен: изменились сотрудники',
      nextStep: `Проверьте, что так и нужно: ${member} ${state}.`,
      linkLabel: 'Открыть сотрудников',
      url: `${publicOrigin}/operator/staff`,
      details,
    };
  const subject = `Размен: вы ${state}`;
  if (role === null)
    return {
      subject,
      nextStep: 'Ничего не делайте: рабочее место для вас закрыто, аккаунт на сайте остался.',
      linkLabel: 'Открыть аккаунт',
      url: `${publicOrigin}/account`,
      details,
    };
  return {
    subject,
    nextStep: 'Откройте рабочее место. Для входа нужен ключ доступа или код из приложения.',
    linkLabel: 'Открыть рабочее место',
    url: `${publicOrigin}/operator`,
    details,
  };
}
