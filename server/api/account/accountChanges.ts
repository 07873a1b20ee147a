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
import {
  confirmTotpSetupCall,
  getSecondFactorCall,
  renewRecoveryCodesCall,
  startTotpSetupCall,
  TotpCode,
  turnOffSecondFactorCall,
} from '#core/contract/account/secondFactor.ts';
import { readAccountDevice, readAccountClient } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { parseEmail } from '#server/accounts/accountFields.ts';
import { planDeletion } from '#server/accounts/deletion/accountDeletion.ts';
import {
  confirmEmailChange,
  findPendingEmailChange,
  requestEmailChange,
} from '#server/accounts/email/changeEmail.ts';
import { stopAccount } from '#server/accounts/accountStop/stopAccount.ts';
import { readDeviceCookie, setDeviceCookie } from '#server/accounts/sessions/authCookies.ts';
import { addDeviceMark } from '#server/accounts/sessions/knownDevice.ts';
import { sendJsonParts } from '#server/platform/http/response/streamJson.ts';
import {
  renewRecoveryCodes,
  turnOffSecondFactor,
  confirmTotpSetup,
  startTotpSetup,
} from '#server/accounts/secondFactor/changeSecondFactor.ts';
import { buildSecondFactorState, findSecondFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { buildUser } from './buildUser.ts';
import { exportAccount } from './exportAccount.ts';
import { everybody, type AddCall } from '../callRoutes.ts';
import { createAccountAccess } from './accountGuards.ts';

/**
 * Adds the calls below /api/v1/users by which an owner changes, copies, stops or deletes the account, and those of its
 * second factor.
 */
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

  addCall(getSecondFactorCall, { access: account }, async c =>
    buildSecondFactorState(await findSecondFactor(context.db, c.var.account.user.id)),
  );
  addCall(startTotpSetupCall, { access: freshAccount }, c => startTotpSetup(context, c.var.account));
  // The secret is shown only after a recent authentication, so its code needs no further one.
  addCall(confirmTotpSetupCall, { access: account, body: TotpCode }, async (c, { body: { code } }) => {
    const client = readAccountClient(c, context, c.var.account.user.email);
    return { codes: await confirmTotpSetup(context, c.var.account, code, client) };
  });
  addCall(renewRecoveryCodesCall, { access: freshAccount }, async c => ({
    codes: await renewRecoveryCodes(context, c.var.account, readAccountDevice(c)),
  }));
  addCall(turnOffSecondFactorCall, { access: freshAccount }, c =>
    turnOffSecondFactor(context, c.var.account, readAccountDevice(c)),
  );
}
