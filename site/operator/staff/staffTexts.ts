import type { StaffRight, StaffRole } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';

/** What a right allows. */
const RIGHT_TEXTS: Readonly<Record<StaffRight, string>> = {
  read: 'видит всё',
  verifications: 'проверяет карты',
  letters: 'разбирает письма',
  payments: 'записывает платежи',
  payouts: 'выплачивает',
  refunds: 'возвращает деньги',
  courses: 'меняет курсы',
  reserves: 'меняет резервы',
  limits: 'меняет лимиты',
  closing: 'закрывает направления',
  staff: 'меняет роли сотрудников',
  settings: 'меняет настройки',
  partners: 'ведёт партнёров',
  requisites: 'решает, куда платят клиенты и\u00a0какие платежи засчитать',
  emails: 'выгружает почты клиентов',
};

/** What a role allows: «видит всё, проверяет карты, разбирает письма». */
export const describeRole = (roles: StaffList['roles'], role: StaffRole): string =>
  (roles.find(one => one.role === role)?.rights ?? []).map(right => RIGHT_TEXTS[right]).join(', ');
