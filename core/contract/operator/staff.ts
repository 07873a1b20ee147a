import * as v from 'valibot';
import type { Call } from '../call.ts';
import { isoInstant } from '../calculator.ts';

/** Roles of staff. The server decides which rights a role has. */
export const STAFF_ROLES = ['support', 'cashier', 'dealer', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The roles, for people. */
export const STAFF_ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  support: 'Поддержка',
  cashier: 'Кассир',
  dealer: 'Дилер',
  admin: 'Администратор',
};

/** What a member of staff may do. Every role has `read`. */
export const STAFF_RIGHTS = [
  'read',
  'verifications',
  'undelivered_emails',
  'payments',
  'payouts',
  'refunds',
  'courses',
  'reserves',
  'limits',
  'closing',
  'staff',
  'settings',
  'partners',
  'requisites',
  'emails',
] as const;
export type StaffRight = (typeof STAFF_RIGHTS)[number];

/** What the rights allow, for people: «меняет курсы». */
export const STAFF_RIGHT_TEXTS: Readonly<Record<StaffRight, string>> = {
  read: 'видит всё',
  verifications: 'проверяет карты',
  undelivered_emails: 'разбирает письма',
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
  requisites: 'решает, куда платят клиенты и какие платежи засчитать',
  emails: 'выгружает почты клиентов',
};

/** GET operator/me/ (ext): the member of staff of the access token. */
export const StaffMember = v.object({
  /** E-mail of the account. Other members of staff see it beside what this one does. */
  name: v.string(),
  /** Role. */
  role: v.picklist(STAFF_ROLES),
  /** What the role allows. */
  rights: v.array(v.picklist(STAFF_RIGHTS)),
  /** When the session ends for these calls: 12 hours after the login. */
  sessionEndsAt: isoInstant,
});
export type StaffMember = v.InferOutput<typeof StaffMember>;

/** 403 `right_missing` (ext): the role lacks the right. */
export const RightMissing = v.looseObject({
  /** Always `right_missing`. */
  code: v.literal('right_missing'),
  /** Role of the account. */
  role: v.picklist(STAFF_ROLES),
  /** The right that the call needs. */
  right: v.picklist(STAFF_RIGHTS),
});

/**
 * Get the member of staff of the access token.
 *
 * @returns Name, role and rights.
 */
export const getStaffMemberCall: Call<StaffMember> = {
  method: 'GET',
  path: '/api/v1/operator/me/',
  response: StaffMember,
};
