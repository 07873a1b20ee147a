import { ACCRUAL_STATES, LEDGER_KINDS } from '#core/contract/account/referral.ts';
import { dayParameters } from '../openapiDocs.ts';

/** Query parameters that filter a ledger. */
export const ledgerParameters = [
  ...[
    ['kind', `One of ${LEDGER_KINDS.join(', ')}`],
    ['status', `Of accruals ${ACCRUAL_STATES.join(', ')}; of withdrawals 0, 1 or 2`],
  ].map(([name = '', description = '']) => ({
    name,
    in: 'query' as const,
    description,
    schema: { type: 'string' as const },
  })),
  ...dayParameters,
];
