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
import type { ConnectionState } from '../claim/claimModel.ts';
import type { Verification, VerificationInputs } from '../contract/verification.ts';
import type {
  VerificationError,
  CardPhoto,
  VerificationModel,
  VerificationOptions,
  VerificationPhase,
} from './verificationModel.ts';
import { createRetrier } from './retrier.ts';
import { createUploadQueue } from './uploadQueue.ts';
import { isVerificationDecided, openVerification, refetchVerification } from './openVerification.ts';

/** Milliseconds between two questions: the first, how it grows while nothing changes, the most. */
const VERIFICATION_POLL_INTERVAL = { firstMs: 5_000, growth: 1.25, maxMs: 15_000 } as const;

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
  let isVisible = options.visible ?? true;
  let intervalMs: number = VERIFICATION_POLL_INTERVAL.firstMs;
  let cancelTimer: (() => void) | null = null;
  let runningPoll: Promise<void> | null = null;
  /** Raised by everything the person does: an answer asked for before it is old. */
  let revision = 0;

  const retrier = createRetrier(api.clock);
  const uploadQueue = createUploadQueue({
    retrier,
    async uploadPhoto(file, call) {
      if (!key) throw new Error('no verification is open');
      return uploadVerificationPhoto(api, uploadTransport, key, file, call);
    },
    onUploaded(photo, file) {
      revision++;
      filesByPhotoId.set(photo.id, file);
      const now = verification.peek();
      if (now && !now.photos.some(({ id }) => id === photo.id))
        verification.value = { ...now, photos: [...now.photos, photo] };
    },
    async onRefused(error, file) {
      showError(error, file.name);
      await pollAfterAction();
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
    cancelTimer?.();
    uploadQueue.cancelAll();
    onError?.(toErrorCode(error));
  }

  function showError(error: unknown, name?: string) {
    const apiError = error instanceof ApiError ? error : null;
    const code = Object.values(apiError?.codes ?? {})[0] ?? toErrorCode(error);
    const after = apiError?.retryAfter;
    const max = code === 'file_count' ? limits.peek().maxCount : undefined;
    lastError.value = { code, ...(name && { name }), ...(max && { max }), ...(after != null && { after }) };
    onError?.(code);
  }

  function scheduleNextPoll(retryAfterMs = 0) {
    cancelTimer?.();
    cancelTimer = null;
    const now = verification.peek();
    if (isOver() || !isVisible || (now && isVerificationDecided(now))) return;
    cancelTimer = api.clock.setTimer(
      () => {
        intervalMs = Math.min(
          VERIFICATION_POLL_INTERVAL.maxMs,
          Math.round(intervalMs * VERIFICATION_POLL_INTERVAL.growth),
        );
        void poll();
      },
      Math.max(intervalMs, retryAfterMs),
    );
  }

  async function fetchAndUpdate(): Promise<number> {
    const startRevision = revision;
    const previous = verification.peek();
    const { signal } = lifetime;
    try {
      if (!key || !previous) {
        const opened = await openVerification(api, target, { signal });
        key = { id: opened.verification.id, access: opened.access };
        if (!isOver()) setVerification(opened.verification);
      } else {
        const fetched = await refetchVerification(api, key, previous, { signal });
        if (isOver() || startRevision !== revision) return 0;
        if (fetched.status !== previous.status) intervalMs = VERIFICATION_POLL_INTERVAL.firstMs;
        setVerification(fetched);
      }
      return 0;
    } catch (error) {
      if (isOver() || startRevision !== revision) return 0;
      const isDefinite = error instanceof ApiError && [400, 404, 409].includes(error.status);
      if (isDefinite) stopWithError(error);
      else {
        if (connection.peek() === 'live') onError?.(toErrorCode(error));
        connection.value = 'lost';
      }
      return error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    }
  }

  function poll(): Promise<void> {
    runningPoll ??= fetchAndUpdate().then(retryAfterMs => {
      runningPoll = null;
      scheduleNextPoll(retryAfterMs);
    });
    return runningPoll;
  }

  /** Something the person did has changed the verification, or was refused because it is another by now. */
  async function pollAfterAction() {
    revision++;
    intervalMs = VERIFICATION_POLL_INTERVAL.firstMs;
    await runningPoll;
    await poll();
  }

  /** One act at a time; true when the server did it. */
  async function performAction(sendRequest: (key: VerificationKey) => Promise<void>): Promise<boolean> {
    const openedKey = key;
    if (!openedKey || isOver() || actionState.peek() !== 'no') return false;
    lastError.value = null;
    actionState.value = 'yes';
    revision++;
    const onWait = () => {
      actionState.value = 'waiting';
    };
    try {
      await retrier.run(lifetime.signal, onWait, () => sendRequest(openedKey));
      revision++;
      return !isOver();
    } catch (error) {
      if (isOver()) return false;
      showError(error);
      await pollAfterAction();
      return false;
    } finally {
      actionState.value = 'no';
      scheduleNextPoll();
    }
  }

  void poll();
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
      const { types, maxBytes, maxCount } = limits.peek();
      const photoCount = (verification.peek()?.photos.length ?? 0) + uploadQueue.getPendingCount();
      const { name } = file;
      lastError.value = null;
      if (isOver() || !isEditable.peek()) return;
      if (photoCount >= maxCount) lastError.value = { code: 'file_count', name, max: maxCount };
      else if (file.size === 0) lastError.value = { code: 'file_empty', name };
      else if (!types.includes(file.type)) lastError.value = { code: 'file_type', name };
      else if (file.size > maxBytes) lastError.value = { code: 'file_size', name };
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
      const isDone = await performAction(async openedKey => {
        const { status, photos } = verification.peek() ?? {};
        const callOptions = { signal: lifetime.signal };
        const ids = (photos ?? []).map(({ id }) => id);
        setVerification(
          status === 'rejected'
            ? await updateVerification(api, openedKey, ids, callOptions)
            : await confirmVerification(api, openedKey, callOptions),
        );
      });
      intervalMs = VERIFICATION_POLL_INTERVAL.firstMs;
      return isDone;
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
        await pollAfterAction();
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
      intervalMs = VERIFICATION_POLL_INTERVAL.firstMs;
      const now = verification.peek();
      if (!isOver() && !(now && isVerificationDecided(now))) void poll();
    },
    setVisible(value) {
      const isShownAgain = value && !isVisible;
      isVisible = value;
      const now = verification.peek();
      if (isShownAgain && !isOver() && !(now && isVerificationDecided(now))) void poll();
      else scheduleNextPoll();
    },
    dispose() {
      lifetime.abort();
      uploadQueue.cancelAll();
      cancelTimer?.();
    },
  };
}

/** What was to be taken away is not there any more. */
function ignoreNotFound(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
