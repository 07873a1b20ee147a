import { ACCRUAL_STATES, LEDGER_KINDS } from '#core/contract/account/referral.ts';
import { dayParameters, describeParameter } from '#server/platform/http/openapiDocs.ts';

/** Query parameters that filter a ledger. */
export const ledgerParameters = [
  describeParameter('kind', `One of ${LEDGER_KINDS.join(', ')}`),
  describeParameter('status', `Of accruals ${ACCRUAL_STATES.join(', ')}; of withdrawals 0, 1 or 2`),
  ...dayParameters,
];
