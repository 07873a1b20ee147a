import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { uploadReceipt, deleteReceipt } from '../../api/claim.ts';
import { ApiError, toErrorCode } from '../../api/apiError.ts';
import { isTransientError, waitForRetry } from './actionRetry.ts';
import type { ClaimActionContext } from './actionRetry.ts';

/** What a receipt may be: MIME types, and bytes at most. The server looks into the file itself. */
export const RECEIPT_LIMITS = {
  types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 8 * 1024 * 1024,
} as const;

/** A receipt that is not with the claim yet. `part` of it has left, 0…1; `waiting` for the connection. */
export type ReceiptUpload = { key: string; name: string; size: number } & (
  { state: 'sending' | 'waiting'; progress: number } | { state: 'refused'; code: string; after?: number }
);

/** Receipts on their way. */
export interface ReceiptUploads {
  readonly uploads: ReadonlySignal<readonly ReceiptUpload[]>;
  uploadReceipt(file: File): void;
  cancelUpload(key: string): void;
  deleteReceipt(id: string): Promise<void>;
  retryNow(): void;
  reset(): void;
}

/** Why this file is not worth sending; null when it is. */
export function validateReceipt({ type, size }: { type: string; size: number }): string | null {
  if (size === 0) return 'file_empty';
  if (size > RECEIPT_LIMITS.maxBytes) return 'file_size';
  return RECEIPT_LIMITS.types.some(allowedType => allowedType === type) ? null : 'file_type';
}

/** The receipts of the open claim. */
export function createReceiptUploads({
  api,
  uploadTransport: transport,
  getOpenClaim,
  refetchStatus,
  onError,
}: ClaimActionContext): ReceiptUploads {
  const uploads = signal<readonly ReceiptUpload[]>([]);
  const controllers = new Map<string, AbortController>();
  const pendingRetries = new Set<() => void>();
  let uploadCount = 0;

  const removeUpload = (key: string) => {
    uploads.value = uploads.peek().filter(item => item.key !== key);
  };
  const updateUpload = (upload: ReceiptUpload) => {
    uploads.value = uploads.peek().map(item => (item.key === upload.key ? upload : item));
  };

  async function sendReceipt(key: string, file: File, abortSignal: AbortSignal) {
    const opened = getOpenClaim();
    if (!opened) return removeUpload(key);
    const fileInfo = { key, name: file.name, size: file.size };
    for (let n = 0; ; n++) {
      updateUpload({ ...fileInfo, state: 'sending', progress: 0 });
      try {
        await uploadReceipt(api, transport, opened.key, file, {
          signal: abortSignal,
          onProgress: fraction => updateUpload({ ...fileInfo, state: 'sending', progress: fraction }),
        });
        await refetchStatus();
        return removeUpload(key);
      } catch (error) {
        if (abortSignal.aborted) return;
        if (!isTransientError(error)) {
          const after = error instanceof ApiError ? error.retryAfter : null;
          const fieldCode = error instanceof ApiError ? Object.values(error.codes)[0] : undefined;
          const code = fieldCode ?? toErrorCode(error);
          updateUpload({ ...fileInfo, state: 'refused', code, ...(after != null && { after }) });
          onError(code);
          return;
        }
        updateUpload({ ...fileInfo, state: 'waiting', progress: 0 });
        await waitForRetry({ api }, error, n, pendingRetries, abortSignal);
        if (abortSignal.aborted) return;
      }
    }
  }

  return {
    uploads,
    uploadReceipt(file) {
      const key = `bill-${++uploadCount}`;
      const fileInfo = { key, name: file.name, size: file.size };
      const code = validateReceipt(file);
      const first: ReceiptUpload = code
        ? { ...fileInfo, state: 'refused', code }
        : { ...fileInfo, state: 'sending', progress: 0 };
      uploads.value = [...uploads.peek(), first];
      if (code) return onError(code);
      const controller = new AbortController();
      controllers.set(key, controller);
      void sendReceipt(key, file, controller.signal).finally(() => controllers.delete(key));
    },
    cancelUpload(key) {
      controllers.get(key)?.abort();
      removeUpload(key);
    },
    async deleteReceipt(id) {
      const opened = getOpenClaim();
      if (!opened) return;
      try {
        await deleteReceipt(api, opened.key, id);
      } catch (error) {
        onError(toErrorCode(error));
      }
      await refetchStatus();
    },
    retryNow() {
      for (const retryNow of pendingRetries) retryNow();
    },
    reset() {
      for (const controller of controllers.values()) controller.abort();
      uploads.value = [];
    },
  };
}
