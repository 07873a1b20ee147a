import { ApiError, toErrorCode } from '../api/apiError.ts';
import { STATUS_POLL_INTERVAL, STATUS_POLL_RETRY_DELAY } from '../claim/statusPollInterval.ts';
import { createPoller, type Poller, type PollResult } from '../poller.ts';
import { openVerification, refetchVerification } from './openVerification.ts';
import type { VerificationOptions } from './verificationModel.ts';
import type { VerificationModelState } from './verificationModelState.ts';

/** HTTP statuses after which polling ends: no such verification, or none that this browser may open. */
const GONE_STATUSES: readonly number[] = [400, 404, 409];

/** Creates the poller that opens the verification and then follows it; `onGone` runs when it cannot be opened. */
export function createVerificationPoller(
  { api, target, visible = true, onError }: VerificationOptions,
  state: VerificationModelState,
  onGone: () => void,
): Poller {
  async function poll(signal: AbortSignal): Promise<PollResult> {
    if (state.isFinished()) return null;
    const previous = state.verification.peek();
    try {
      if (!state.key || !previous) {
        const { verification, access } = await openVerification(api, target, { signal });
        if (signal.aborted) return null;
        state.key = { id: verification.id, access };
        state.setVerification(verification);
        return { ok: true, isChanged: true };
      }
      const fetched = await refetchVerification(api, state.key, previous, { signal });
      if (signal.aborted) return null;
      state.setVerification(fetched);
      return { ok: true, isChanged: fetched.status !== previous.status };
    } catch (error) {
      return signal.aborted ? null : handleFailure(error);
    }
  }

  function handleFailure(error: unknown): PollResult {
    const code = toErrorCode(error);
    const apiError = error instanceof ApiError ? error : null;
    // Another backend may send other fields: a retry would get the same.
    const isUnreadable = apiError?.kind === 'shape' && state.verification.peek() === null;
    if (isUnreadable || (apiError && GONE_STATUSES.includes(apiError.status))) {
      state.goneCode.value = code;
      onGone();
      onError?.(code);
      return null;
    }
    if (state.connection.peek() === 'live') onError?.(code);
    state.connection.value = 'lost';
    return { ok: false, retryAfter: apiError?.retryAfter ?? null };
  }

  return createPoller({
    clock: api.clock,
    isVisible: visible,
    interval: STATUS_POLL_INTERVAL,
    retryDelay: STATUS_POLL_RETRY_DELAY,
    poll,
    isFinished: state.isFinished,
    maxHiddenAgeMs: 0,
  });
}
