import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { VerificationPhoto } from '../contract/verification.ts';
import type { UploadOptions } from '../api/upload.ts';
import type { Retrier } from '../retrier.ts';

/** The running upload: `progress` is the fraction sent (0…1); `isWaiting` for the connection. */
export interface PhotoUpload {
  name: string;
  progress: number;
  isWaiting: boolean;
}

/** Parts of the verification's model that the queue uses. */
export interface UploadQueueOptions {
  retrier: Retrier;
  uploadPhoto(file: File, options: UploadOptions): Promise<VerificationPhoto>;
  onUploaded(photo: VerificationPhoto, file: File): void;
  onRefused(error: unknown, file: File): Promise<void>;
}

/** Uploads photos one after another. */
export interface UploadQueue {
  readonly current: ReadonlySignal<PhotoUpload | null>;
  /** Number of files that are not uploaded yet. */
  getPendingCount(): number;
  add(file: File): void;
  /** Cancels all uploads. */
  cancelAll(): void;
}

/** Creates an empty queue. */
export function createUploadQueue({
  retrier,
  uploadPhoto,
  onUploaded,
  onRefused,
}: UploadQueueOptions): UploadQueue {
  const current = signal<PhotoUpload | null>(null);
  let files: File[] = [];
  let controller = new AbortController();

  async function uploadFile(file: File, abortSignal: AbortSignal) {
    const setProgress = (progress: number, isWaiting: boolean) => {
      if (!abortSignal.aborted) current.value = { name: file.name, progress, isWaiting };
    };
    try {
      const sendOnce = () => {
        setProgress(0, false);
        return uploadPhoto(file, {
          signal: abortSignal,
          onProgress: fraction => setProgress(fraction, false),
        });
      };
      const photo = await retrier.run(sendOnce, {
        signal: abortSignal,
        onWait: () => setProgress(0, true),
      });
      if (!abortSignal.aborted) onUploaded(photo, file);
    } catch (error) {
      if (!abortSignal.aborted) await onRefused(error, file);
    }
  }

  async function processQueue(abortSignal: AbortSignal) {
    for (let file = files[0]; file && !abortSignal.aborted; file = files[0]) {
      await uploadFile(file, abortSignal);
      if (!abortSignal.aborted) files.shift();
    }
    if (!abortSignal.aborted) current.value = null;
  }

  return {
    current,
    getPendingCount: () => files.length,
    add(file) {
      files.push(file);
      if (files.length > 1) return;
      current.value = { name: file.name, progress: 0, isWaiting: false };
      void processQueue(controller.signal);
    },
    cancelAll() {
      controller.abort();
      controller = new AbortController();
      files = [];
      current.value = null;
    },
  };
}
