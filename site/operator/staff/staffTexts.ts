import { STAFF_RIGHT_TEXTS, type StaffRole } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';

/** What a role allows: «видит всё, проверяет карты, разбирает письма». */
export const describeRole = (roles: StaffList['roles'], role: StaffRole): string =>
  (roles.find(one => one.role === role)?.rights ?? []).map(right => STAFF_RIGHT_TEXTS[right]).join(', ');
