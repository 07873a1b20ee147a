import { createMiddleware } from 'hono/factory';
import { RightMissing, type StaffRight, type StaffRole } from '#core/contract/operator/staff.ts';
import { Problem as ProblemBody } from '#core/contract/problem.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import { hasStrongFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { authenticate, type Account } from '#server/accounts/sessions/authenticate.ts';
import { checkFreshAuthentication, hasStrongLogin } from '#server/accounts/sessions/confirmIdentity.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { OperatorContext } from '#server/operator/operatorContext.ts';
import { hasRight } from '#server/operator/staff/roles.ts';
import { findStaff } from '#server/operator/staff/staffMembers.ts';
import { describeJson } from '#server/platform/http/openapiDocs.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { Access, AddCall } from '../callRoutes.ts';

/** How long staff works with one login, milliseconds. */
const STAFF_SESSION_MS = 12 * 3_600_000;

/** The member of staff of a request. */
export interface Staff {
  account: Account;
  role: StaffRole;
  /** When the session ends for the calls of staff, milliseconds. */
  sessionEndsAt: number;
  /** The exchange with the person and the network, for changes. */
  operator: OperatorContext & { userId: string };
}

/** Variables of `c.var` behind the guard. */
export interface StaffEnv {
  Variables: { staff: Staff };
}

/** Rights whose use needs a recent proof of identity: they move money, direct it, or change who works here or on what terms. */
const PROOF_RIGHTS: ReadonlySet<StaffRight> = new Set([
  'payments',
  'payouts',
  'refunds',
  'staff',
  'settings',
  'requisites',
]);

/**
 * Creates the access of staff with a right; by default calls with one of `PROOF_RIGHTS` also need a recent proof of
 * identity.
 */
export function createStaffAccess(context: ServerContext) {
  return (right: StaffRight, needsProof?: boolean): Access<StaffEnv> => ({
    guard: createMiddleware<StaffEnv>(async (c, next) => {
      const account = await authenticate(context, c);
      const { user } = account;
      const row = await findStaff(context.db, user.id);
      if (!row) throw createProblem(403, 'staff_required');
      const sessionEndsAt = account.loggedInAt + STAFF_SESSION_MS;
      if (sessionEndsAt <= context.now()) throw createProblem(401, 'staff_session_expired');
      if (!hasStrongLogin(account.session)) await refuseWeakLogin(context, account);
      const operator = {
        ...context,
        actor: user.email,
        userId: user.id,
        network: readAccountDevice(c).network,
      };
      const staff = { account, role: row.role, sessionEndsAt, operator };
      await checkRight(staff, right, needsProof);
      c.set('staff', staff);
      await next();
    }),
    security: [{ bearer: [] }],
    refusals: {
      401: describeJson(
        ProblemBody,
        '`token_not_valid`; `staff_session_expired`: log in again after 12 hours',
      ),
      403: describeJson(
        RightMissing,
        '`staff_required`, `right_missing` with `role` and `right`, `second_factor_missing`, `strong_login_required`, `confirm_required` with `methods`',
      ),
    },
  });
}

/** 403 naming role and right, if the role lacks the right; 403 `confirm_required` without a recent proof if it is needed. */
export async function checkRight(
  { account, role, operator }: Staff,
  right: StaffRight,
  needsProof = PROOF_RIGHTS.has(right),
): Promise<void> {
  if (!hasRight(role, right))
    throw createProblem(403, 'right_missing', { role, right, data: { role, right } });
  if (needsProof) await checkFreshAuthentication(operator, account);
}

/** 403: the account has to set a second factor up, or to log in with it. */
async function refuseWeakLogin({ db }: ServerContext, { user }: Account): Promise<never> {
  throw (await hasStrongFactor(db, user))
    ? createProblem(403, 'strong_login_required')
    : createProblem(403, 'second_factor_missing', { methods: ['totp', 'passkey'] });
}

/** Adds calls of staff. `accessFor`: the access with a right. */
export type AddStaffCalls = (
  addCall: AddCall,
  context: ServerContext,
  accessFor: ReturnType<typeof createStaffAccess>,
) => void;
