import {
  changeStaffRoleCall,
  inviteStaffCall,
  listStaffCall,
  StaffInvitation,
  StaffRoleChange,
} from '#core/contract/operator/staffList.ts';
import { changeRoleAsStaff, inviteAsStaff } from '#server/operator/staff/changeStaff.ts';
import { listStaff } from '#server/operator/staff/listStaff.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of the members of staff. */
export const addStaffListCalls: AddStaffCalls = (addCall, _, accessFor) => {
  const access = accessFor('staff');
  addCall(listStaffCall, { access: accessFor('read') }, c => listStaff(c.var.staff.operator));
  addCall(inviteStaffCall, { access, body: StaffInvitation, codes }, async (c, { body }) => {
    const { operator } = c.var.staff;
    await inviteAsStaff(operator, body);
    return listStaff(operator);
  });
  addCall(changeStaffRoleCall, { access, body: StaffRoleChange }, async (c, { id, body }) => {
    const { operator } = c.var.staff;
    await changeRoleAsStaff(operator, id, body);
    return listStaff(operator);
  });
};
