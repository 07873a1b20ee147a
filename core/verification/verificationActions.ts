import { batch, signal } from '@preact/signals-core';
import { sendCall } from '../api/sendCall.ts';
import { keyCall, type VerificationKey } from '../api/verification.ts';
import {
  deletePhotoCall,
  deleteVerificationCall,
  submitVerificationCall,
  updateVerificationCall,
} from '../contract/verification.ts';
import { ignoreMissing } from '../loadFailure.ts';
import type { Poller } from '../poller.ts';
import type { Retrier } from '../retrier.ts';
import type { VerificationModel, VerificationOptions } from './verificationModel.ts';
import type { VerificationModelState } from './verificationModelState.ts';

/** Creates the actions of a verification. Only one runs at a time. */
export function createVerificationActions(
  { api, target }: VerificationOptions,
  state: VerificationModelState,
  poller: Poller,
  retrier: Retrier,
): Pick<VerificationModel, 'actionState' | 'deletePhoto' | 'submit' | 'restart'> {
  const actionState = signal<'idle' | 'running' | 'waiting'>('idle');
  const { verification, lifetime, isOver } = state;
  const call = { signal: lifetime.signal };

  /** Sends a request until it has an outcome; resolves with whether it succeeded. */
  async function performAction(sendRequest: (key: VerificationKey) => Promise<void>): Promise<boolean> {
    const { key } = state;
    if (!key || isOver() || actionState.peek() !== 'idle') return false;
    state.lastError.value = null;
    actionState.value = 'running';
    // A poll that began before the action, or before it ended, returns an outdated verification.
    poller.discard();
    const onWait = () => {
      actionState.value = 'waiting';
    };
    try {
      await retrier.run(() => sendRequest(key), { ...call, onWait });
      poller.discard();
      return !isOver();
    } catch (error) {
      if (isOver()) return false;
      state.showError(error);
      await poller.restart();
      return false;
    } finally {
      actionState.value = 'idle';
    }
  }

  return {
    actionState,
    deletePhoto: id =>
      performAction(async key => {
        const content = { ...keyCall(key, call), query: { verification: key.id }, photo: id };
        await sendCall(api, deletePhotoCall, content).catch(ignoreMissing);
        const now = verification.peek();
        if (now) verification.value = { ...now, photos: now.photos.filter(photo => photo.id !== id) };
      }),
    submit: () =>
      performAction(async key => {
        const { status, photos: shown = [] } = verification.peek() ?? {};
        const photos = shown.map(({ id }) => id);
        state.setVerification(
          status === 'rejected'
            ? await sendCall(api, updateVerificationCall, { ...keyCall(key, call), body: { photos } })
            : await sendCall(api, submitVerificationCall, {
                ...keyCall(key, call),
                body: { verification: key.id },
              }),
        );
      }),
    async restart() {
      const isDone = await performAction(key =>
        sendCall(api, deleteVerificationCall, keyCall(key, call)).catch(ignoreMissing),
      );
      if (!isDone) return false;
      if ('claim' in target) {
        batch(() => {
          verification.value = null;
          state.key = null;
        });
        await poller.restart();
      } else state.goneCode.value = 'not_found';
      return true;
    },
  };
}
