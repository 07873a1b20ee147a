import { WITHDRAWAL_STATUS_NAMES } from '../contract/operator/withdrawals.ts';
import { defineFilters } from '../account/listFilters.ts';

/** Filter of the withdrawals of partners; null: those that wait. */
export const operatorWithdrawalFilters = defineFilters({
  status: [
    'status',
    text => WITHDRAWAL_STATUS_NAMES.find(status => status === text && status !== 'open') ?? null,
  ],
});
