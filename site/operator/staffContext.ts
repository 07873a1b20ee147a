import type { DeskEvents } from './events/deskEvents.ts';
import type { StaffMember } from '#core/contract/operator/staff.ts';
import type { AccountContext } from '../account/accountContext.ts';
import { useAppContext } from '../shell/appContext.ts';

/** Context of the desk's pages. */
export interface StaffContext extends AccountContext {
  staff: StaffMember;
  events: DeskEvents;
}

/** The member of staff who is logged in, from `StaffPage`. */
export const useStaff = (): StaffMember => (useAppContext() as StaffContext).staff;
