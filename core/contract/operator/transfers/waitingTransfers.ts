import * as v from 'valibot';
import { isoInstant } from '../../calculator.ts';
import type { Call } from '../../call.ts';
import { decimalFromServer } from '../../decimal.ts';

/** A transfer that belongs to no known claim and waits for a person. */
export const WaitingTransfer = v.object({
  /** Who has reported it. */
  source: v.picklist(['network', 'bank']),
  /** Code of the currency. */
  currency: v.string(),
  /** Amount that arrived. */
  amount: decimalFromServer,
  /** What makes it unique in its currency. */
  reference: v.string(),
  /** Purpose and sender, as the bank writes them; in a network: the address that got it, a space, a comment. */
  text: v.string(),
  /** When it was reported. */
  at: isoInstant,
});
export type WaitingTransfer = v.InferOutput<typeof WaitingTransfer>;

/** GET operator/transfers/ (ext): the transfers that wait for a person; at most 500. */
export const WaitingTransfers = v.object({ results: v.array(WaitingTransfer) });
export type WaitingTransfers = v.InferOutput<typeof WaitingTransfers>;

/**
 * List the transfers that wait for a person: those in networks, then those of a bank, the oldest first.
 *
 * @returns The transfers.
 */
export const listWaitingTransfersCall: Call<WaitingTransfers> = {
  method: 'GET',
  path: '/api/v1/operator/transfers/',
  response: WaitingTransfers,
};

/** POST operator/transfers/dismiss/ and operator/transfers/restore/ (ext): a transfer of that list. */
export const ChosenTransfer = v.pick(WaitingTransfer, ['currency', 'reference']);
export type ChosenTransfer = v.InferInput<typeof ChosenTransfer>;

/**
 * Dismiss a transfer: it belongs to no claim. Again without effect.
 *
 * @throws 404 `not_found`: no such transfer, or it is recorded.
 */
export const dismissTransferCall: Call<void, ChosenTransfer> = {
  method: 'POST',
  path: '/api/v1/operator/transfers/dismiss/',
};

/**
 * Put a dismissed transfer back on the list. Again without effect.
 *
 * @throws 404 `not_found`: no such transfer.
 */
export const restoreTransferCall: Call<void, ChosenTransfer> = {
  method: 'POST',
  path: '/api/v1/operator/transfers/restore/',
};
