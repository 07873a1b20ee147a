import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { STAFF_RIGHTS, STAFF_ROLES } from './staff.ts';
import { createRequiredText } from './requiredText.ts';

/** A member of staff in the list. */
export const StaffListEntry = v.object({
  /** id of the account. */
  id: v.pipe(v.string(), v.uuid()),
  /** E-mail of the account. */
  name: v.string(),
  /** Role. */
  role: v.picklist(STAFF_ROLES),
  /** Whether it is the member of staff of the request. */
  isMe: v.boolean(),
  /** Who gave the first role: an e-mail of staff, or the user of the command line. */
  invitedBy: v.string(),
  /** When that was. */
  since: isoInstant,
  /** Last use of an open session of the account; null without one. */
  activeAt: v.nullable(isoInstant),
  /** Whether the account has a passkey or a second factor. Without one it cannot work here. */
  hasFactor: v.boolean(),
  /** How many claims it has taken. */
  claims: v.number(),
});
export type StaffListEntry = v.InferOutput<typeof StaffListEntry>;

/** GET operator/staff/ (ext): all members of staff. */
export const StaffList = v.object({
  /** What each role allows. */
  roles: v.array(v.object({ role: v.picklist(STAFF_ROLES), rights: v.array(v.picklist(STAFF_RIGHTS)) })),
  /** Members of staff, the oldest first. */
  members: v.array(StaffListEntry),
});
export type StaffList = v.InferOutput<typeof StaffList>;

/** POST operator/staff/ (ext): gives an account its first role. */
export const StaffInvitation = v.object({
  /** E-mail of an account of the site. */
  email: createRequiredText(254),
  /** Its role. */
  role: v.picklist(STAFF_ROLES),
});
export type StaffInvitation = v.InferInput<typeof StaffInvitation>;

/** POST operator/staff/{id}/role/ (ext): changes a role, or removes the member of staff. */
export const StaffRoleChange = v.object({
  /** The new role; null ends all access at once. */
  role: v.nullable(v.picklist(STAFF_ROLES)),
  /** The role that the person saw. */
  seen: v.picklist(STAFF_ROLES),
});
export type StaffRoleChange = v.InferInput<typeof StaffRoleChange>;

const STAFF = '/api/v1/operator/staff/';

/**
 * List the members of staff.
 *
 * @returns The members, and what each role allows.
 */
export const listStaffCall: Call<StaffList> = { method: 'GET', path: STAFF, response: StaffList };

/**
 * Make an account a member of staff.
 *
 * @returns The members.
 * @throws {LimitProblem} 400 `email`: `account_unknown`, `staff_already`.
 */
export const inviteStaffCall: Call<StaffList, StaffInvitation> = {
  method: 'POST',
  path: STAFF,
  response: StaffList,
};

/**
 * Change the role of a member of staff, or remove it. A removed one releases its claims.
 *
 * @returns The members.
 * @throws 409 `staff_changed` with `by` and `at`: the role is not the one seen. `staff_self`: the own role.
 * `staff_last_admin`: nobody else has the right `staff`.
 */
export const changeStaffRoleCall: ItemCall<StaffList, StaffRoleChange> = {
  method: 'POST',
  path: `${STAFF}{id}/role/`,
  response: StaffList,
};
