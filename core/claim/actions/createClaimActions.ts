import { signal } from '@preact/signals-core';
import { ownerCall, type ClaimKey } from '../../api/claim.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  acceptOfferCall,
  confirmPaymentCall,
  createClaimHandoffCall,
  requestRefundCall,
} from '../../contract/claim/claimActions.ts';
import { getPaymentFormCall } from '../../contract/claim/claimPayment.ts';
import { ApiError, toErrorCode } from '../../api/apiError.ts';
import { toErrorDetails } from '../../api/errorDetails.ts';
import { importWithRetry } from '../../importWithRetry.ts';
import { createRetrier, retryTransientErrors } from '../../retrier.ts';
import type { RetryDelay } from '../../retry.ts';
import { getAllowedActions } from '../allowedActions.ts';
import type {
  ClaimActionContext,
  ClaimActionState,
  InternalClaimActions,
  RepeatableActionName,
} from '../claimActions.ts';
import { createReceiptUploads } from './receiptUploads.ts';

type SendRequest = (key: ClaimKey, options: { signal: AbortSignal }) => Promise<unknown>;

/** Gives up during maintenance: the terms may differ afterwards, so the person decides again. */
const retryDecision: RetryDelay = (error, attempt) =>
  toErrorCode(error) === 'maintenance' ? null : retryTransientErrors(error, attempt);

/** Converts an error to the state `refused`. The prefix `requisites.` of field names is removed. */
function toRefusedState(action: RepeatableActionName, error: unknown) {
  const codes = error instanceof ApiError ? error.codes : {};
  const fields = Object.entries(codes).map(
    ([name, code]) => [name.replace(/^requisites\./, ''), code] as const,
  );
  const state = 'refused' as const;
  return { action, state, ...toErrorDetails(error), fields: Object.fromEntries(fields) };
}

/** Creates the actions of one claim flow. */
export function createClaimActions(context: ClaimActionContext): InternalClaimActions {
  const { api, getOpenClaim, refetchStatus } = context;
  const actionState = signal<ClaimActionState | null>(null);
  let controller = new AbortController();
  const retrier = createRetrier(api.clock);
  const decisionRetrier = createRetrier(api.clock, retryDecision);
  const { reset: resetUploads, ...receiptUploads } = createReceiptUploads(context, retrier);

  async function performAction(action: RepeatableActionName, sendRequest: SendRequest): Promise<boolean> {
    const opened = getOpenClaim();
    const previous = actionState.peek();
    if (!opened || (previous && previous.state !== 'refused')) return false;
    const abortSignal = controller.signal;
    actionState.value = { action, state: 'sending' };
    const sendIfAllowed = async (attempt: number) => {
      const current = getOpenClaim();
      // Before a retry: the lost request or another tab may have performed the action.
      if (attempt > 0 && !(current && getAllowedActions(current.claim).includes(action))) return;
      await sendRequest(opened.key, { signal: abortSignal });
    };
    const onWait = () => {
      actionState.value = { action, state: 'waiting' };
    };
    try {
      await (action === 'confirm' ? retrier : decisionRetrier).run(sendIfAllowed, {
        signal: abortSignal,
        onWait,
      });
    } catch (error) {
      if (abortSignal.aborted) return false;
      const refusal = toRefusedState(action, error);
      actionState.value = refusal;
      context.onError(refusal.code);
      await refetchStatus();
      return false;
    }
    if (abortSignal.aborted) return false;
    await refetchStatus();
    if (abortSignal.aborted) return false;
    actionState.value = null;
    return true;
  }

  const requireOpenClaim = () => {
    const opened = getOpenClaim();
    if (!opened) throw new Error('no claim is open');
    return opened;
  };

  return {
    ...receiptUploads,
    actionState,
    confirmPayment() {
      const idempotencyKey = context.generateId();
      return performAction('confirm', (key, options) => {
        const { headers, ...owner } = ownerCall(key);
        return sendCall(api, confirmPaymentCall, {
          ...options,
          ...owner,
          headers: { ...headers, 'idempotency-key': idempotencyKey },
        });
      });
    },
    acceptRecalculation: () =>
      performAction('accept', (key, options) =>
        sendCall(api, acceptOfferCall, { ...options, ...ownerCall(key) }),
      ),
    requestRefund: requisites =>
      performAction('refund', (key, options) =>
        sendCall(api, requestRefundCall, { ...options, ...ownerCall(key), body: { requisites } }),
      ),
    dismissError() {
      if (actionState.peek()?.state === 'refused') actionState.value = null;
    },
    // Few claims are refunded, so this code loads on demand.
    async fetchRefundFields() {
      const { claim } = requireOpenClaim();
      const { fetchRefundFields } = await importWithRetry(() => import('./refundFields.ts'));
      return fetchRefundFields(api, claim);
    },
    fetchPaymentForm: async () => sendCall(api, getPaymentFormCall, ownerCall(requireOpenClaim().key)),
    createHandoffUrl: async () =>
      (await sendCall(api, createClaimHandoffCall, ownerCall(requireOpenClaim().key))).url,
    retryNow() {
      retrier.retryNow();
      decisionRetrier.retryNow();
    },
    reset() {
      controller.abort();
      controller = new AbortController();
      actionState.value = null;
      resetUploads();
    },
  };
}
