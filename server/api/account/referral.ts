import type { Context } from 'hono';
import {
  createReferralCodeCall,
  exportLedgerCall,
  getReferralProgrammeCall,
  listLedgerCall,
  ReferralCodeCreate,
} from '#core/contract/account/referral.ts';
import {
  AutoWithdrawalSet,
  cancelWithdrawalCall,
  createWithdrawalCall,
  listWithdrawalsCall,
  removeAutoWithdrawalCall,
  setAutoWithdrawalCall,
  WithdrawalCreate,
} from '#core/contract/account/withdrawals.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { ledgerList } from '#server/partners/ledger/ledgerList.ts';
import { createCode, loadProgramme } from '#server/partners/programme.ts';
import { removeAutoWithdrawal, setAutoWithdrawal } from '#server/partners/withdrawals/autoWithdrawal.ts';
import { cancelOwnWithdrawal } from '#server/partners/withdrawals/cancelWithdrawals.ts';
import { listWithdrawals } from '#server/partners/withdrawals/listWithdrawals.ts';
import { requestWithdrawal } from '#server/partners/withdrawals/requestWithdrawal.ts';
import type { CallRoutes } from '../callRoutes.ts';
import { describeIdempotencyKey, pageParameters } from '#server/platform/http/openapiDocs.ts';
import { createPartnerAccess, ensurePartnerId, type AccountEnv } from './accountGuards.ts';

/** Routes of the referral programme of an account, below /api/v1/users. */
export function addReferralCalls({ addCall, addList }: CallRoutes, context: ServerContext): void {
  const { account: access, freshAccount } = createPartnerAccess(context);
  const readOwner = (c: Context<AccountEnv>) => ({
    userId: c.var.account.user.id,
    device: readAccountDevice(c),
  });

  addCall(getReferralProgrammeCall, { access }, c => loadProgramme(context, c.var.account.user.id));
  addCall(
    createReferralCodeCall,
    { access, body: ReferralCodeCreate, status: 201 },
    (c, { body: { label } }) => createCode(context, c.var.account.user.id, label),
  );
  addList(context, ledgerList, {
    access,
    getOwner: c => ensurePartnerId(context, c),
    page: listLedgerCall,
    csv: { call: exportLedgerCall, fileName: 'ledger.csv' },
  });

  addCall(listWithdrawalsCall, { access, parameters: pageParameters }, c =>
    listWithdrawals(context, c.var.account.user, c.req.query()),
  );
  addCall(
    createWithdrawalCall,
    {
      access: freshAccount,
      parameters: [describeIdempotencyKey('The same key and body get the first answer again')],
      body: WithdrawalCreate,
      status: 201,
    },
    (c, { body }) =>
      requestWithdrawal(context, { ...readOwner(c), body, key: c.req.header('idempotency-key') }),
  );
  addCall(setAutoWithdrawalCall, { access: freshAccount, body: AutoWithdrawalSet }, (c, { body }) =>
    setAutoWithdrawal(context, { ...readOwner(c), body }),
  );
  // Added before the path with an id.
  addCall(removeAutoWithdrawalCall, { access: freshAccount }, c =>
    removeAutoWithdrawal(context, readOwner(c)),
  );
  // Needs no recent authentication: the money returns to the balance.
  addCall(cancelWithdrawalCall, { access }, (c, { id }) =>
    cancelOwnWithdrawal(context, { ...readOwner(c), id }),
  );
}
