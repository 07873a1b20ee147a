import { STAFF_RIGHTS, type StaffRight, type StaffRole } from '#core/contract/operator/staff.ts';

/**
 * Role → its rights, besides `read`. No role has all rights: who pays does not set courses, and who invites staff does
 * neither.
 */
const ROLE_RIGHTS: Readonly<Record<StaffRole, readonly StaffRight[]>> = {
  support: ['verifications', 'undelivered_emails'],
  cashier: ['payments', 'payouts', 'refunds'],
  dealer: ['courses', 'reserves', 'limits', 'closing'],
  admin: ['staff', 'settings', 'partners', 'requisites', 'emails'],
};

/** Whether a role has a right. */
export const hasRight = (role: StaffRole, right: StaffRight): boolean =>
  right === 'read' || ROLE_RIGHTS[role].includes(right);

/** Lists the rights of a role. */
export const listRights = (role: StaffRole): StaffRight[] =>
  STAFF_RIGHTS.filter(right => hasRight(role, right));
