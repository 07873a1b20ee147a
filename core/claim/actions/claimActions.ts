import { importWithRetry } from '../../importWithRetry.ts';
import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import {
  confirmClaimPayment,
  sendRecalculationAcceptance,
  sendRefundRequest,
  fetchClaimForm,
  createClaimHandoff,
} from '../../api/claim.ts';
import type { ClaimKey } from '../../api/claim.ts';
import { ApiError, toErrorCode } from '../../api/apiError.ts';
import type { RequisiteField } from '../../contract/calculator.ts';
import type { ClaimForm } from '../../contract/claim.ts';
import { waitForRetry, isTransientError } from './actionRetry.ts';
import type { ClaimActionContext } from './actionRetry.ts';
import { createReceiptUploads } from './receiptUploads.ts';
import type { ReceiptUpload } from './receiptUploads.ts';
import { getAllowedActions } from '../allowedActions.ts';
import type { ClaimAction } from '../status.ts';

/** What a person may ask of an open claim that has one answer. */
export type RepeatableActionName = Extract<ClaimAction, 'confirm' | 'accept' | 'refund'>;

/**
 * A deed on its way. `waiting`: no answer came, it is repeated until the server tells. `refused`: `code` of messages.ts,
 * by field where a field is to blame; `after` seconds to wait.
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

/** What the person does with the open claim, besides cancelling. Each step goes on by itself after a lost connection. */
export interface ClaimActions {
  /** The deed that runs or was refused; null when there is none. */
  readonly actionState: ReadonlySignal<ClaimActionState | null>;
  /** Receipts on their way, and those that were refused. */
  readonly uploads: ReadonlySignal<readonly ReceiptUpload[]>;
  /** «Я оплатил»; true when the server took it. */
  confirmPayment(): Promise<boolean>;
  /** Takes the recalculation that is offered. */
  acceptRecalculation(): Promise<boolean>;
  /** Asks for the money back, to `requisites` by field name; also says where a refund goes that is under way. */
  requestRefund(requisites: Record<string, string>): Promise<boolean>;
  /** Forgets a refusal that was read. */
  dismissError(): void;
  /** Sends a receipt. */
  uploadReceipt(file: File): void;
  /** Calls a receipt off that is not sent yet, or puts a refused one away. */
  cancelUpload(key: string): void;
  /** Takes a receipt of the claim away, by its id. */
  deleteReceipt(id: string): Promise<void>;
  /** What a refund has to know to be sent. Rejects with ApiError. */
  fetchRefundFields(): Promise<readonly RequisiteField[]>;
  /** How to pay: the merchant's form, or requisites. Rejects with ApiError. */
  fetchPaymentForm(): Promise<ClaimForm>;
  /** The address that opens the claim on another device. Rejects with ApiError. */
  createHandoffUrl(): Promise<string>;
}

/** The acts and what only their claim may do with them. */
export interface InternalClaimActions extends ClaimActions {
  /** Asks again now instead of waiting. */
  retryNow(): void;
  /** Another claim, or none: what runs is called off. */
  reset(): void;
}

/** The acts over one claim flow. */
export function createClaimActions(options: ClaimActionContext): InternalClaimActions {
  const { api, getOpenClaim, refetchStatus, onError } = options;
  const actionState = signal<ClaimActionState | null>(null);
  let controller = new AbortController();
  const pendingRetries = new Set<() => void>();
  const receiptUploads = createReceiptUploads(options);

  async function performAction(
    action: RepeatableActionName,
    sendRequest: (key: ClaimKey, options: { signal: AbortSignal }) => Promise<unknown>,
  ): Promise<boolean> {
    const opened = getOpenClaim();
    const previous = actionState.peek();
    if (!opened || (previous && previous.state !== 'refused')) return false;
    const abortSignal = controller.signal;
    actionState.value = { action, state: 'sending' };
    for (let n = 0; ; n++) {
      let failure: unknown = null;
      try {
        await sendRequest(opened.key, { signal: abortSignal });
      } catch (error) {
        if (abortSignal.aborted) return false;
        // An answer of another shape than ours is still an answer.
        failure = error instanceof ApiError && error.kind === 'shape' ? null : error;
      }
      if (abortSignal.aborted) return false;
      if (isTransientError(failure)) {
        actionState.value = { action, state: 'waiting' };
        await waitForRetry(options, failure, n, pendingRetries, abortSignal);
        if (abortSignal.aborted) return false;
        const now = getOpenClaim();
        // Done by the lost attempt, or by another tab.
        if (now && getAllowedActions(now.claim).includes(action)) continue;
        actionState.value = null;
        return true;
      }
      if (failure === null) {
        await refetchStatus();
        if (!abortSignal.aborted) actionState.value = null;
        return !abortSignal.aborted;
      }
      setRefused(action, failure);
      await refetchStatus();
      return false;
    }
  }

  function setRefused(action: RepeatableActionName, failure: unknown) {
    const apiError = failure instanceof ApiError ? failure : null;
    const fields = Object.entries(apiError?.codes ?? {}).map(
      ([name, code]) => [name.replace(/^requisites\./, ''), code] as const,
    );
    const code = fields[0]?.[1] ?? toErrorCode(failure);
    const after = apiError?.retryAfter;
    actionState.value = {
      action,
      state: 'refused',
      code,
      fields: Object.fromEntries(fields),
      ...(after != null && { after }),
    };
    onError(code);
  }

  const requireOpenClaim = () => {
    const opened = getOpenClaim();
    if (!opened) throw new Error('no claim is open');
    return opened;
  };

  return {
    actionState,
    uploads: receiptUploads.uploads,
    confirmPayment() {
      const idempotencyKey = options.generateId();
      return performAction('confirm', (at, call) => confirmClaimPayment(api, at, idempotencyKey, call));
    },
    acceptRecalculation: () =>
      performAction('accept', (at, call) => sendRecalculationAcceptance(api, at, call)),
    requestRefund: requisites =>
      performAction('refund', (at, call) => sendRefundRequest(api, at, { requisites }, call)),
    dismissError() {
      if (actionState.peek()?.state === 'refused') actionState.value = null;
    },
    uploadReceipt: receiptUploads.uploadReceipt,
    cancelUpload: receiptUploads.cancelUpload,
    deleteReceipt: receiptUploads.deleteReceipt,
    // Needed by few: the code comes with the question.
    fetchRefundFields: async () =>
      (await importWithRetry(() => import('./refundFields.ts'))).fetchRefundFields(
        api,
        requireOpenClaim().claim,
      ),
    fetchPaymentForm: async () => fetchClaimForm(api, requireOpenClaim().key),
    createHandoffUrl: async () => (await createClaimHandoff(api, requireOpenClaim().key)).url,
    retryNow() {
      for (const retryNow of pendingRetries) retryNow();
      receiptUploads.retryNow();
    },
    reset() {
      controller.abort();
      controller = new AbortController();
      actionState.value = null;
      receiptUploads.reset();
    },
  };
}
