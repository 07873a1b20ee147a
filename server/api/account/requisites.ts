import type { Context } from 'hono';
import {
  createRequisiteCall,
  deleteRequisiteCall,
  listRequisiteInputsCall,
  listRequisitesCall,
  RequisiteCreate,
  RequisiteUpdate,
  restoreRequisiteCall,
  SAVED_REQUISITE_TYPES,
  updateRequisiteCall,
} from '#core/contract/account/savedRequisite.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import {
  addRequisite,
  deleteRequisite,
  renameRequisite,
  restoreRequisite,
} from '#server/accounts/requisites/changeRequisite.ts';
import {
  buildRequisites,
  listRequisiteInputs,
  listRequisites,
} from '#server/accounts/requisites/listRequisites.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { AddCall } from '../callRoutes.ts';
import { describeParameter, pageParameters } from '#server/platform/http/openapiDocs.ts';
import { createAccountAccess, type AccountEnv } from './accountGuards.ts';

const typeParameter = describeParameter('type', '`card`: also a phone for transfers', SAVED_REQUISITE_TYPES);
const currencyParameter = describeParameter('currency', 'Code of the currency');

/** Routes of the saved requisites of an account, below /api/v1/users. */
export function addRequisiteCalls(addCall: AddCall, context: ServerContext): void {
  const { account: access, freshAccount } = createAccountAccess(context);
  const getUserId = (c: Context<AccountEnv>) => c.var.account.user.id;
  const buildRequisite = async (row: SavedRequisiteRow) => {
    const [requisite] = await buildRequisites(context, row.user_id, [row]);
    if (!requisite) throw notFoundProblem;
    return requisite;
  };

  addCall(listRequisitesCall, { access, parameters: [typeParameter, ...pageParameters] }, c =>
    listRequisites(context, getUserId(c), c.req.query()),
  );
  addCall(listRequisiteInputsCall, { access, parameters: [typeParameter, currencyParameter] }, async c =>
    listRequisiteInputs(context, c.req.query()),
  );
  addCall(
    createRequisiteCall,
    { access: freshAccount, body: RequisiteCreate, status: 201 },
    async (c, { body }) =>
      buildRequisite(await addRequisite(context, c.var.account.user, body, readAccountDevice(c))),
  );
  addCall(updateRequisiteCall, { access, body: RequisiteUpdate }, async (c, { id, body: { label } }) =>
    buildRequisite(await renameRequisite(context, { userId: getUserId(c), id }, label)),
  );
  addCall(deleteRequisiteCall, { access }, (c, { id }) =>
    deleteRequisite(context, { userId: getUserId(c), id }, readAccountDevice(c)),
  );
  addCall(restoreRequisiteCall, { access }, async (c, { id }) =>
    buildRequisite(await restoreRequisite(context, { userId: getUserId(c), id }, readAccountDevice(c))),
  );
}
