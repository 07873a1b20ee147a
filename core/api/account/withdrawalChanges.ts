import * as v from 'valibot';
import { AutoWithdrawal, Withdrawal, type AutoWithdrawalSet } from '#core/contract/account/withdrawals.ts';
import type { ApiClient, CallOptions } from '../client.ts';
import { REFERRAL_PATH } from './referral.ts';

// Separate from referral.ts, because the pages load these calls with their forms.

/** DELETE users/me/refferal/withdrawal/{id}/ (API extension): cancels a withdrawal that the operator has not begun to pay. */
export const cancelWithdrawal = (client: ApiClient, id: string): Promise<Withdrawal> =>
  client.call(Withdrawal, `${REFERRAL_PATH}withdrawal/${encodeURIComponent(id)}/`, { method: 'DELETE' });

/** PUT users/me/refferal/withdrawal/auto/ (API extension). 403 `confirm_required` without a recent proof. */
export const setAutoWithdrawal = (
  client: ApiClient,
  body: AutoWithdrawalSet,
  options: CallOptions = {},
): Promise<AutoWithdrawal> =>
  client.call(AutoWithdrawal, `${REFERRAL_PATH}withdrawal/auto/`, {
    ...options,
    method: 'PUT',
    body: { ...body },
  });

/** DELETE users/me/refferal/withdrawal/auto/ (API extension): turns the automatic withdrawal off. */
export async function removeAutoWithdrawal(client: ApiClient): Promise<void> {
  await client.call(v.unknown(), `${REFERRAL_PATH}withdrawal/auto/`, { method: 'DELETE' });
}
