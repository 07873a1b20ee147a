import { computed } from '@preact/signals-core';
import { sendCall } from '../api/sendCall.ts';
import { keyCall, uploadVerificationPhoto } from '../api/verification.ts';
import {
  createVerificationHandoffCall,
  getVerificationInputsCall,
  type VerificationPhoto,
} from '../contract/verification.ts';
import { createRetrier } from '../retrier.ts';
import { validateFile } from '../validateFile.ts';
import { createUploadQueue, type UploadQueue } from './uploadQueue.ts';
import { createVerificationActions } from './verificationActions.ts';
import type {
  CardPhoto,
  VerificationModel,
  VerificationOptions,
  VerificationPhase,
} from './verificationModel.ts';
import { createVerificationPoller } from './verificationPoller.ts';
import { createVerificationState, type VerificationModelState } from './verificationModelState.ts';

/** Creates the model of one verification and opens it at once. */
export function createVerificationModel(options: VerificationOptions): VerificationModel {
  const { api } = options;
  const state = createVerificationState(options);
  const { verification, lastError, limits, lifetime } = state;
  /** Files uploaded by this model, by photo id. */
  const filesByPhotoId = new Map<string, File>();
  const retrier = createRetrier(api.clock);
  const poller = createVerificationPoller(options, state, () => uploadQueue.cancelAll());
  const actions = createVerificationActions(options, state, poller, retrier);
  const uploadQueue = createUploadQueue({
    retrier,
    async uploadPhoto(file, uploadOptions) {
      if (!state.key) throw new Error('no verification is open');
      return uploadVerificationPhoto(api, options.uploadTransport, state.key, file, uploadOptions);
    },
    onUploaded(photo, file) {
      poller.discard();
      filesByPhotoId.set(photo.id, file);
      addUploadedPhoto(state, photo);
    },
    async onRefused(error, file) {
      state.showError(error, file.name);
      await poller.restart();
    },
  });

  const isEditable = computed(
    () => verification.value?.status === 'draft' || verification.value?.status === 'rejected',
  );
  const canSubmit = computed(() => {
    const photoCount = verification.value?.photos.length ?? 0;
    const isIdle = actions.actionState.value === 'idle' && uploadQueue.current.value === null;
    return isEditable.value && isIdle && photoCount > 0;
  });
  const photos = computed<readonly CardPhoto[]>(() =>
    (verification.value?.photos ?? []).map(({ id, size }) => ({
      id,
      size,
      file: filesByPhotoId.get(id) ?? null,
    })),
  );

  void poller.refresh();
  void sendCall(api, getVerificationInputsCall, { signal: lifetime.signal }).then(
    ({ photo }) => {
      limits.value = photo;
    },
    // The default limits apply; the server refuses what exceeds its own.
    () => undefined,
  );

  return {
    ...actions,
    phase: computed(() => toPhase(state, uploadQueue)),
    photos,
    limits,
    lastError,
    canSubmit,
    addPhoto(file) {
      lastError.value = null;
      if (state.isOver() || !isEditable.peek()) return;
      const { maxCount } = limits.peek();
      const photoCount = photos.peek().length + uploadQueue.getPendingCount();
      const code = photoCount >= maxCount ? 'file_count' : validateFile(file, limits.peek());
      if (code === null) uploadQueue.add(file);
      else lastError.value = { code, name: file.name, ...(code === 'file_count' && { max: maxCount }) };
    },
    cancelUploads: uploadQueue.cancelAll,
    async createHandoff() {
      return state.key && !(state.key.access && 'token' in state.key.access)
        ? sendCall(api, createVerificationHandoffCall, keyCall(state.key, { signal: lifetime.signal }))
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

function toPhase(state: VerificationModelState, uploadQueue: UploadQueue): VerificationPhase {
  const [code, verification] = [state.goneCode.value, state.verification.value];
  const [upload, connection] = [uploadQueue.current.value, state.connection.value];
  if (code !== null) return { phase: 'gone', code };
  if (!verification) return { phase: 'loading', connection };
  if (upload) return { phase: 'uploading', verification, connection, ...upload };
  return { phase: 'ready', verification, connection };
}

function addUploadedPhoto({ verification }: VerificationModelState, photo: VerificationPhoto) {
  const now = verification.peek();
  // A repeated upload returns the photo of the first one.
  if (!now || now.photos.some(({ id }) => id === photo.id)) return;
  verification.value = { ...now, photos: [...now.photos, photo] };
}
