import { CLAIM_STATUSES, type ClaimStatusCode } from '#core/claim/status.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { hasUnsettledMoney } from '../catalogue/reserveLedger.ts';
import {
  formatColumns,
  createSuccess,
  formatInstant,
  createFailure,
  type OperatorCommand,
} from './operatorCommand.ts';
import { selectClaimsWithCurrencies } from './findClaim.ts';

/** Maximum number of claims shown, newest first. */
const MAX_LISTED_CLAIMS = 50;

/** Lists claims without personal data. */
export const claimsCommand: OperatorCommand = {
  usage: ['claims [--status <status>] [--unsettled]'],
  summary: `list the newest ${MAX_LISTED_CLAIMS} claims, newest first`,
  help: [
    `--status     only claims with this status: ${CLAIM_STATUSES.join(', ')}`,
    '--unsettled  only claims with money that arrived after their end; `return` records that it was sent back',
  ],
  options: ['status', 'unsettled'],
  argumentRange: [0, 0],
  async run({ db }, _, { status, unsettled = false }) {
    if (status !== undefined && !isClaimStatus(status))
      return createFailure(`Unknown status “${status}”. Statuses: ${CLAIM_STATUSES.join(', ')}.`);
    const rows = await selectClaimsWithCurrencies(db)
      .$if(status !== undefined, query => query.where('claims.status', '=', status as ClaimStatusCode))
      .$if(unsettled, query => query.where(hasUnsettledMoney))
      .orderBy('claims.number', 'desc')
      .limit(MAX_LISTED_CLAIMS)
      .execute();
    if (rows.length === 0) return createSuccess('No claims.');
    const lines = rows.map(row => [
      String(row.number),
      row.public_number,
      [row.status, row.reason].filter(Boolean).join(', '),
      `${unitsToDecimal(row.from_amount, Number(row.from_decimals))} ${row.from_code}`,
      `${unitsToDecimal(row.to_amount, Number(row.to_decimals))} ${row.to_code}`,
      formatInstant(row.created_at),
      row.id,
    ]);
    return createSuccess(
      formatColumns([['NUMBER', 'PUBLIC', 'STATUS', 'FROM', 'TO', 'CREATED', 'ID'], ...lines]),
    );
  },
};

/** Returns whether the text is a claim status. */
export const isClaimStatus = (text: string): text is ClaimStatusCode =>
  (CLAIM_STATUSES as readonly string[]).includes(text);
