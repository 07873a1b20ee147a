import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';
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

/** A transfer that waits for a person. */
export const BankTransfer = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** Code of the currency. */
  currency: v.string(),
  /** Sum that arrived. */
  amount: decimalFromServer,
  /** What makes it unique in its currency. */
  reference: v.string(),
  /** Purpose and sender, as the bank writes them. */
  text: v.string(),
  /** When the bank reported it. */
  at: isoInstant,
});
export type BankTransfer = v.InferOutput<typeof BankTransfer>;

/** GET operator/transfers/ (ext): the transfers that wait for a person, the oldest first; at most 500. */
export const BankTransfers = v.object({ results: v.array(BankTransfer) });
export type BankTransfers = v.InferOutput<typeof BankTransfers>;

/**
 * Report incoming transfers of a bank, signed as Standard Webhooks say. A transfer with the exact sum of one claim, and
 * with its number or the end of the sender’s card, is recorded; others wait for a person. Again without effect.
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

/**
 * List the transfers of a bank that wait for a person.
 *
 * @returns The transfers.
 */
export const listBankTransfersCall: Call<BankTransfers> = {
  method: 'GET',
  path: '/api/v1/operator/transfers/',
  response: BankTransfers,
};

/**
 * Dismiss a transfer: it belongs to no claim. Again without effect.
 *
 * @throws 404 `not_found`.
 */
export const dismissBankTransferCall: ItemCall<void> = {
  method: 'POST',
  path: '/api/v1/operator/transfers/{id}/dismiss/',
};
