import * as v from 'valibot';
import type { Call } from '../../call.ts';
import type { StatementLines } from './statements.ts';

/** What became of a transfer that a bank has reported. */
export const ReportedTransfer = v.object({
  /** `recorded`: as a payment of the claim `claim`; `waiting`: a person has to find its claim. */
  state: v.picklist(['recorded', 'waiting']),
  /** Number of the claim; null: none. */
  claim: v.nullable(v.string()),
});
export type ReportedTransfer = v.InferOutput<typeof ReportedTransfer>;

/** POST bank/transfers/ (ext): the transfers, in the order of the request. */
export const ReportedTransfers = v.object({ lines: v.array(ReportedTransfer) });
export type ReportedTransfers = v.InferOutput<typeof ReportedTransfers>;

/**
 * Report incoming transfers of a bank, signed by the rules of Standard Webhooks. A transfer with the exact amount of
 * one claim, and with its number or the end of the sender’s card, is recorded; others wait for a person, as do those
 * that look like a recorded payment. A repeated report has no effect.
 *
 * @returns What became of each transfer.
 * @throws 400 `currency`: `option_unknown`; `lines`: `empty`, `too_long`.
 * @throws 401 `signature_invalid`.
 */
export const reportBankTransfersCall: Call<ReportedTransfers, StatementLines> = {
  method: 'POST',
  path: '/api/v1/bank/transfers/',
  response: ReportedTransfers,
};
