import {
  confirmEmailChangeCall,
  EmailChangeCode,
  EmailChangeRequest,
  exportAccountCall,
  getEmailChangeCall,
  planDeletionCall,
  requestEmailChangeCall,
} from '#core/contract/account/accountChanges.ts';
import { AccountExport } from '#core/contract/account/accountExport.ts';
import { stopAccountCall } from '#core/contract/account/recentAccess.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { parseEmail } from '#server/accounts/accountFields.ts';
import { buildUser } from './buildUser.ts';
import { planDeletion } from '#server/accounts/deletion/planDeletion.ts';
import { confirmEmailChange } from '#server/accounts/email/confirmEmailChange.ts';
import { findPendingEmailChange, requestEmailChange } from '#server/accounts/email/requestEmailChange.ts';
import { exportAccount } from './exportAccount.ts';
import { stopAccount } from '#server/accounts/accountStop/stopAccount.ts';
import { readDeviceCookie, setDeviceCookie } from '#server/accounts/sessions/authCookies.ts';
import { addDeviceMark } from '#server/accounts/sessions/knownDevice.ts';
import { sendJsonParts } from '#server/platform/http/response/streamJson.ts';
import { everybody, type AddCall } from '../callRoutes.ts';
import { createAccountAccess } from './accountGuards.ts';

/** Routes below /api/v1/users by which an owner changes, copies, stops or deletes the account. */
export function addAccountChangeCalls(addCall: AddCall, context: AccountContext): void {
  const { config, keys } = context;
  const { account, freshAccount } = createAccountAccess(context);

  addCall(getEmailChangeCall, { access: account }, c =>
    findPendingEmailChange(context, c.var.account.user.id),
  );
  addCall(
    requestEmailChangeCall,
    { access: freshAccount, body: EmailChangeRequest, status: 202 },
    (c, { body }) => requestEmailChange(context, c.var.account, parseEmail(body.email), readAccountDevice(c)),
  );
  addCall(confirmEmailChangeCall, { access: account, body: EmailChangeCode }, async (c, { body }) => {
    const code = body.code.replace(/\s/g, '');
    const user = await confirmEmailChange(context, c.var.account, code, readAccountDevice(c));
    // The mark of a known device belongs to an e-mail.
    setDeviceCookie(c, config, addDeviceMark(keys, readDeviceCookie(c, config), user));
    return buildUser(context, user);
  });
  addCall(exportAccountCall, { access: freshAccount, response: AccountExport }, async c =>
    sendJsonParts(c, await exportAccount(context, c.var.account, readAccountDevice(c))),
  );
  addCall(planDeletionCall, { access: freshAccount }, c =>
    planDeletion(context, c.var.account, readAccountDevice(c)),
  );
  addCall(stopAccountCall, { access: everybody }, (c, { token }) =>
    stopAccount(context, token, readAccountDevice(c)),
  );
}
