import { batch, computed, signal } from '@preact/signals-core';
import {
  uploadVerificationPhoto,
  fetchVerificationInputs,
  deleteVerificationPhoto,
  updateVerification,
  confirmVerification,
  withdrawVerification,
  createVerificationHandoff,
} from '../api/verification.ts';
import type { VerificationKey } from '../api/verification.ts';
import { ApiError, toErrorCode } from '../api/apiError.ts';
import { toErrorDetails } from '../api/errorDetails.ts';
import { STATUS_POLL_INTERVAL, STATUS_POLL_RETRY_DELAY } from '../claim/statusPollInterval.ts';
import type { ConnectionState } from '../claim/claimModel.ts';
import type { Verification, VerificationInputs } from '../contract/verification.ts';
import { createPoller } from '../poller.ts';
import type { PollResult } from '../poller.ts';
import { createRetrier } from '../retrier.ts';
import { validateFile } from '../validateFile.ts';
import type {
  VerificationError,
  CardPhoto,
  VerificationModel,
  VerificationOptions,
  VerificationPhase,
} from './verificationModel.ts';
import { createUploadQueue } from './uploadQueue.ts';
import { isVerificationDecided, openVerification, refetchVerification } from './openVerification.ts';

/** Until the server tells its own. */
const DEFAULT_PHOTO_LIMITS: VerificationInputs['photo'] = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 8 * 1024 * 1024,
  maxCount: 3,
  maxPixels: 40_000_000,
};

/** The model of one verification; it begins to ask at once. */
export function createVerificationModel(options: VerificationOptions): VerificationModel {
  const { api, target, uploadTransport, onError } = options;
  const verification = signal<Verification | null>(null);
  const goneCode = signal<string | null>(null);
  const connection = signal<ConnectionState>('live');
  const actionState = signal<'no' | 'yes' | 'waiting'>('no');
  const lastError = signal<VerificationError | null>(null);
  const limits = signal(DEFAULT_PHOTO_LIMITS);
  /** Files added in this view, by the photo they became. */
  const filesByPhotoId = new Map<string, File>();
  const lifetime = new AbortController();
  let key: VerificationKey | null = null;

  const retrier = createRetrier(api.clock);
  const uploadQueue = createUploadQueue({
    retrier,
    async uploadPhoto(file, call) {
      if (!key) throw new Error('no verification is open');
      return uploadVerificationPhoto(api, uploadTransport, key, file, call);
    },
    onUploaded(photo, file) {
      poller.discard();
      filesByPhotoId.set(photo.id, file);
      const now = verification.peek();
      if (now && !now.photos.some(({ id }) => id === photo.id))
        verification.value = { ...now, photos: [...now.photos, photo] };
    },
    async onRefused(error, file) {
      showError(error, file.name);
      await poller.restart();
    },
  });

  const phase = computed<VerificationPhase>(() => {
    const [code, known, photo] = [goneCode.value, verification.value, uploadQueue.current.value];
    const connectionState = connection.value;
    if (code !== null) return { phase: 'gone', code };
    if (!known) return { phase: 'loading', connection: connectionState };
    if (photo) return { phase: 'uploading', verification: known, connection: connectionState, ...photo };
    return { phase: 'ready', verification: known, connection: connectionState };
  });
  const isEditable = computed(
    () => verification.value?.status === 'draft' || verification.value?.status === 'rejected',
  );

  const isOver = () => lifetime.signal.aborted || goneCode.peek() !== null;

  function setVerification(next: Verification) {
    batch(() => {
      verification.value = next;
      connection.value = 'live';
    });
  }

  function stopWithError(error: unknown) {
    goneCode.value = toErrorCode(error);
    uploadQueue.cancelAll();
    onError?.(toErrorCode(error));
  }

  function showError(error: unknown, name?: string) {
    const details = toErrorDetails(error);
    const max = details.code === 'file_count' ? limits.peek().maxCount : undefined;
    lastError.value = { ...details, ...(name && { name }), ...(max && { max }) };
    onError?.(details.code);
  }

  const isFinished = () => {
    const now = verification.peek();
    return isOver() || (now !== null && isVerificationDecided(now));
  };

  async function poll(signal: AbortSignal): Promise<PollResult> {
    if (isFinished()) return null;
    const previous = verification.peek();
    try {
      if (!key || !previous) {
        const opened = await openVerification(api, target, { signal });
        if (signal.aborted) return null;
        key = { id: opened.verification.id, access: opened.access };
        setVerification(opened.verification);
        return { ok: true, isChanged: true };
      }
      const fetched = await refetchVerification(api, key, previous, { signal });
      if (signal.aborted) return null;
      setVerification(fetched);
      return { ok: true, isChanged: fetched.status !== previous.status };
    } catch (error) {
      if (signal.aborted) return null;
      const apiError = error instanceof ApiError ? error : null;
      if (apiError && [400, 404, 409].includes(apiError.status)) stopWithError(error);
      else {
        if (connection.peek() === 'live') onError?.(toErrorCode(error));
        connection.value = 'lost';
      }
      return { ok: false, retryAfter: apiError?.retryAfter ?? null };
    }
  }

  const poller = createPoller({
    clock: api.clock,
    isVisible: options.visible ?? true,
    interval: STATUS_POLL_INTERVAL,
    retryDelay: STATUS_POLL_RETRY_DELAY,
    poll,
    isFinished,
    maxHiddenAgeMs: 0,
  });

  /** One act at a time; true when the server did it. */
  async function performAction(sendRequest: (key: VerificationKey) => Promise<void>): Promise<boolean> {
    const openedKey = key;
    if (!openedKey || isOver() || actionState.peek() !== 'no') return false;
    lastError.value = null;
    actionState.value = 'yes';
    // Ignore responses older than the latest action.
    poller.discard();
    const onWait = () => {
      actionState.value = 'waiting';
    };
    try {
      await retrier.run(() => sendRequest(openedKey), { signal: lifetime.signal, onWait });
      poller.discard();
      return !isOver();
    } catch (error) {
      if (isOver()) return false;
      showError(error);
      await poller.restart();
      return false;
    } finally {
      actionState.value = 'no';
    }
  }

  void poller.refresh();
  void fetchVerificationInputs(api, { signal: lifetime.signal }).then(
    ({ photo }) => {
      limits.value = photo;
    },
    // The usual limits hold until the server tells others by refusing.
    () => undefined,
  );

  return {
    phase,
    photos: computed<readonly CardPhoto[]>(() =>
      (verification.value?.photos ?? []).map(({ id, size }) => ({
        id,
        size,
        file: filesByPhotoId.get(id) ?? null,
      })),
    ),
    limits,
    lastError,
    actionState,
    canSubmit: computed(() => {
      const [count, isIdle] = [
        verification.value?.photos.length ?? 0,
        actionState.value === 'no' && !uploadQueue.current.value,
      ];
      return isEditable.value && isIdle && count > 0;
    }),
    addPhoto(file) {
      const { maxCount } = limits.peek();
      const photoCount = (verification.peek()?.photos.length ?? 0) + uploadQueue.getPendingCount();
      const { name } = file;
      lastError.value = null;
      if (isOver() || !isEditable.peek()) return;
      const code = photoCount >= maxCount ? 'file_count' : validateFile(file, limits.peek());
      if (code) lastError.value = { code, name, ...(code === 'file_count' && { max: maxCount }) };
      else uploadQueue.add(file);
    },
    cancelUploads: uploadQueue.cancelAll,
    async deletePhoto(id) {
      return performAction(async openedKey => {
        await deleteVerificationPhoto(api, openedKey, id, { signal: lifetime.signal }).catch(ignoreNotFound);
        const now = verification.peek();
        if (now) verification.value = { ...now, photos: now.photos.filter(photo => photo.id !== id) };
      });
    },
    async submit() {
      return performAction(async openedKey => {
        const { status, photos } = verification.peek() ?? {};
        const callOptions = { signal: lifetime.signal };
        const ids = (photos ?? []).map(({ id }) => id);
        setVerification(
          status === 'rejected'
            ? await updateVerification(api, openedKey, ids, callOptions)
            : await confirmVerification(api, openedKey, callOptions),
        );
      });
    },
    async restart() {
      const isDone = await performAction(async openedKey => {
        await withdrawVerification(api, openedKey, { signal: lifetime.signal }).catch(ignoreNotFound);
      });
      if (!isDone) return false;
      if ('claim' in target) {
        batch(() => {
          verification.value = null;
          key = null;
        });
        await poller.restart();
      } else goneCode.value = 'not_found';
      return true;
    },
    async createHandoff() {
      return key && 'secret' in key.access
        ? createVerificationHandoff(api, key, { signal: lifetime.signal })
        : null;
    },
    dismissError() {
      lastError.value = null;
    },
    refreshNow() {
      retrier.retryNow();
      void poller.refresh();
    },
    setVisible: poller.setVisible,
    dispose() {
      lifetime.abort();
      uploadQueue.cancelAll();
      poller.dispose();
    },
  };
}

/** What was to be taken away is not there any more. */
function ignoreNotFound(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
