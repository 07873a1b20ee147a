import {
  confirmTotpSetupCall,
  getSecondFactorCall,
  renewRecoveryCodesCall,
  startTotpSetupCall,
  TotpCode,
  turnOffSecondFactorCall,
} from '#core/contract/account/secondFactor.ts';
import { readAccountClient, readAccountDevice } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { renewRecoveryCodes, turnOffSecondFactor } from '#server/accounts/secondFactor/changeSecondFactor.ts';
import { buildSecondFactorState, findSecondFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { confirmTotpSetup, startTotpSetup } from '#server/accounts/secondFactor/setUpTotp.ts';
import type { AddCall } from '../callRoutes.ts';
import { createAccountAccess } from './accountGuards.ts';

/** Routes of the second factor of an account, below /api/v1/users. */
export function addSecondFactorCalls(addCall: AddCall, context: AccountContext): void {
  const { account, freshAccount } = createAccountAccess(context);

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
