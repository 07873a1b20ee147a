import type { Hono } from 'hono';
import { listAuditCall } from '#core/contract/operator/audit.ts';
import { getStaffMemberCall } from '#core/contract/operator/staff.ts';
import { getTodayCall } from '#core/contract/operator/today/today.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { throwProblem } from '#server/operator/defineCommand.ts';
import { listRights } from '#server/operator/staff/roles.ts';
import { listWaitingWork } from '#server/operator/today/waitingWork.ts';
import { staffAuditLog } from '#server/operator/staffAuditLog.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import { createCallRoutes } from '../callRoutes.ts';
import { addStaffCatalogueCalls } from './catalogueRoutes.ts';
import { addStaffClaimCalls } from './claimRoutes.ts';
import { addDeskEventCalls } from './deskEventRoutes.ts';
import { addStaffDiscountCalls } from './discountRoutes.ts';
import { addStaffEmailCalls } from './emailRoutes.ts';
import { addStaffPartnerCalls } from './partnerRoutes.ts';
import { addStaffRequisiteCalls } from './requisiteRoutes.ts';
import { addStaffReserveCalls } from './reserveRoutes.ts';
import { addStaffVerificationCalls } from './verificationRoutes.ts';
import { addStaffSettingCalls } from './settingRoutes.ts';
import { addStaffWithdrawalCalls } from './withdrawalRoutes.ts';
import { addStaffListCalls } from './staffRoutes.ts';
import { addTurnoverCalls } from './turnoverRoutes.ts';
import { createStaffAccess } from './staffGuard.ts';

const STAFF_CALLS = [
  addDeskEventCalls,
  addStaffEmailCalls,
  addStaffWithdrawalCalls,
  addStaffVerificationCalls,
  addStaffClaimCalls,
  addStaffReserveCalls,
  addTurnoverCalls,
  addStaffCatalogueCalls,
  addStaffListCalls,
  addStaffSettingCalls,
  addStaffDiscountCalls,
  addStaffPartnerCalls,
  addStaffRequisiteCalls,
];

/** Routes of staff, below /api/v1/operator. */
export function createOperatorRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/operator', 'operator', { isHidden: true });
  routes.onError(throwProblem);
  const accessFor = createStaffAccess(context);
  addCall(getStaffMemberCall, { access: accessFor('read') }, async c => {
    const { account, role, sessionEndsAt } = c.var.staff;
    return {
      name: account.user.email,
      role,
      rights: listRights(role),
      sessionEndsAt: formatInstant(BigInt(sessionEndsAt)),
    };
  });
  addCall(getTodayCall, { access: accessFor('read') }, c => {
    const { role, operator } = c.var.staff;
    return listWaitingWork(context, { role, userId: operator.userId });
  });
  addCall(listAuditCall, { access: accessFor('read') }, c =>
    readListPage(context, staffAuditLog, null, c.req),
  );
  for (const addCalls of STAFF_CALLS) addCalls(addCall, context, accessFor);
  return routes;
}
