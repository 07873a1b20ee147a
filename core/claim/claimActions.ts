import type { ReadonlySignal } from '@preact/signals-core';
import type { ClaimKey } from '../api/claim.ts';
import type { ApiClient } from '../api/client.ts';
import type { UploadTransport } from '../api/upload.ts';
import type { RequisiteField } from '../contract/course/pair.ts';
import type { ClaimStatus } from '../contract/claim.ts';
import type { ClaimForm } from '../contract/claim/claimPayment.ts';
import type { ClaimAction } from './status.ts';

/** Actions that run one at a time and are repeated after transient errors. */
export type RepeatableActionName = Extract<ClaimAction, 'confirm' | 'accept' | 'refund'>;

/**
 * State of the running or refused action. `waiting`: a response was lost and the action is repeated. `refused`: `code` of
 * messages.ts, `fields` with a code by field name, `after` the seconds to wait.
 */
export type ClaimActionState =
  | { action: RepeatableActionName; state: 'sending' | 'waiting' }
  | {
      action: RepeatableActionName;
      state: 'refused';
      code: string;
      fields: Readonly<Record<string, string>>;
      after?: number;
    };

/** A receipt that is not uploaded yet. `progress`: fraction sent (0…1). `waiting`: for the connection. */
export type ReceiptUpload = { key: string; name: string; size: number } & (
  { state: 'sending' | 'waiting'; progress: number } | { state: 'refused'; code: string; after?: number }
);

/** Actions of the person on the open claim, except cancelling. Actions are repeated after transient errors. */
export interface ClaimActions {
  /** The running or refused action; null if there is none. */
  readonly actionState: ReadonlySignal<ClaimActionState | null>;
  /** Running and refused uploads. */
  readonly uploads: ReadonlySignal<readonly ReceiptUpload[]>;
  /** Confirms the payment («Я оплатил»). Resolves with whether the server accepted it. */
  confirmPayment(): Promise<boolean>;
  /** Accepts the offered recalculation. */
  acceptRecalculation(): Promise<boolean>;
  /** Requests a refund to `requisites` (values by field name), or sets the destination of a started refund. */
  requestRefund(requisites: Record<string, string>): Promise<boolean>;
  /** Removes a refused `actionState`. */
  dismissError(): void;
  /** Uploads a receipt. */
  uploadReceipt(file: File): void;
  /** Cancels a running upload, or removes a refused one from the list. */
  cancelUpload(key: string): void;
  /** Deletes an uploaded receipt by its id. */
  deleteReceipt(id: string): Promise<void>;
  /** Fields that a refund needs. Rejects with ApiError. */
  fetchRefundFields(): Promise<readonly RequisiteField[]>;
  /** The merchant's payment form, or requisites. Rejects with ApiError. */
  fetchPaymentForm(): Promise<ClaimForm>;
  /** URL that opens the claim on another device. Rejects with ApiError. */
  createHandoffUrl(): Promise<string>;
}

/** The actions with the methods that only the claim's model calls. */
export interface InternalClaimActions extends ClaimActions {
  /** Repeats waiting actions and uploads at once. */
  retryNow(): void;
  /** Aborts everything: another claim, or none, is open. */
  reset(): void;
}

/** Parts of the claim's model that the actions use. */
export interface ClaimActionContext {
  api: ApiClient;
  /** Sends receipts and reports progress. Default: fetch, without progress. */
  uploadTransport?: UploadTransport | undefined;
  generateId: () => string;
  /** The open claim and its key; null if none is open. */
  getOpenClaim(): { claim: ClaimStatus; key: ClaimKey } | null;
  /** Fetches the claim's status; never rejects. */
  refetchStatus(): Promise<void>;
  onError(code: string): void;
}
