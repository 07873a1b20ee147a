import { LedgerEntries, ReferralCode, ReferralProgramme } from '#core/contract/account/referral.ts';
import { WithdrawalCreated, Withdrawals } from '#core/contract/account/withdrawals.ts';
import type { ReferralCodeCreate } from '#core/contract/account/referral.ts';
import type { WithdrawalCreate } from '#core/contract/account/withdrawals.ts';
import type { ApiClient, CallOptions } from '../client.ts';

/** Path of the referral programme. */
export const REFERRAL_PATH = '/api/v1/users/me/refferal/';

/** Query of the ledger: `page` from 1, `size`, and the filters (API extension) as the server names them. */
export type LedgerQuery = Readonly<
  Partial<Record<'page' | 'size' | 'kind' | 'status' | 'date_from' | 'date_to', string | undefined>>
>;

/** GET users/me/refferal/ : codes, money, and the figures of the links. */
export const fetchReferralProgramme = (
  client: ApiClient,
  options: CallOptions = {},
): Promise<ReferralProgramme> => client.call(ReferralProgramme, REFERRAL_PATH, options);

/** POST users/me/refferal/ : creates another code. */
export const createReferralCode = (
  client: ApiClient,
  body: ReferralCodeCreate,
  options: CallOptions = {},
): Promise<ReferralCode> =>
  client.call(ReferralCode, REFERRAL_PATH, { ...options, method: 'POST', body: { ...body } });

/** GET users/me/refferal/dw/ : a page of the ledger, the newest first. */
export const fetchLedger = (
  client: ApiClient,
  query: LedgerQuery,
  options: CallOptions = {},
): Promise<LedgerEntries> =>
  client.call(LedgerEntries, `${REFERRAL_PATH}dw/`, { ...options, query: { page: '1', ...query } });

/** GET users/me/refferal/withdrawal/ : the available sum, the methods, and a page of the withdrawals. */
export const fetchWithdrawals = (
  client: ApiClient,
  query: Readonly<Partial<Record<'page' | 'size', string>>>,
  options: CallOptions = {},
): Promise<Withdrawals> =>
  client.call(Withdrawals, `${REFERRAL_PATH}withdrawal/`, { ...options, query: { page: '1', ...query } });

/** POST users/me/refferal/withdrawal/ : one withdrawal per idempotency key. 403 `confirm_required` without a recent proof. */
export const createWithdrawal = (
  client: ApiClient,
  body: WithdrawalCreate,
  idempotencyKey: string,
  options: CallOptions = {},
): Promise<WithdrawalCreated> =>
  client.call(WithdrawalCreated, `${REFERRAL_PATH}withdrawal/`, {
    ...options,
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
    body: { ...body },
  });
