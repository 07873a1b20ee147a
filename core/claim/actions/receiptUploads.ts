import { signal } from '@preact/signals-core';
import { ownerCall, uploadReceipt } from '../../api/claim.ts';
import { sendCall } from '../../api/sendCall.ts';
import { deleteReceiptCall } from '../../contract/claim/claimActions.ts';
import { toErrorCode } from '../../api/apiError.ts';
import { toErrorDetails } from '../../api/errorDetails.ts';
import type { Retrier } from '../../retrier.ts';
import { validateFile } from '../../validateFile.ts';
import type { ClaimActionContext, ClaimActions, ReceiptUpload } from '../claimActions.ts';

/** Limits of a receipt: MIME types and maximum size in bytes. The server also checks the file's content. */
export const RECEIPT_LIMITS = {
  types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 8 * 1024 * 1024,
} as const;

/** The receipt part of `ClaimActions`. */
export interface ReceiptUploads extends Pick<
  ClaimActions,
  'uploads' | 'uploadReceipt' | 'cancelUpload' | 'deleteReceipt'
> {
  /** Cancels all uploads and clears the list. */
  reset(): void;
}

/** Creates the receipt uploads of one claim flow; files upload in parallel. */
export function createReceiptUploads(context: ClaimActionContext, retrier: Retrier): ReceiptUploads {
  const { api, uploadTransport, getOpenClaim, refetchStatus, onError } = context;
  const uploads = signal<readonly ReceiptUpload[]>([]);
  const controllers = new Map<string, AbortController>();
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
    const setProgress = (state: 'sending' | 'waiting', progress: number) => {
      if (!abortSignal.aborted) updateUpload({ ...fileInfo, state, progress });
    };
    const sendOnce = () => {
      setProgress('sending', 0);
      return uploadReceipt(api, uploadTransport, opened.key, file, {
        signal: abortSignal,
        onProgress: fraction => setProgress('sending', fraction),
      });
    };
    try {
      await retrier.run(sendOnce, { signal: abortSignal, onWait: () => setProgress('waiting', 0) });
      await refetchStatus();
      removeUpload(key);
    } catch (error) {
      if (abortSignal.aborted) return;
      const details = toErrorDetails(error);
      updateUpload({ ...fileInfo, state: 'refused', ...details });
      onError(details.code);
    }
  }

  return {
    uploads,
    uploadReceipt(file) {
      const key = `receipt-${++uploadCount}`;
      const fileInfo = { key, name: file.name, size: file.size };
      const code = validateFile(file, RECEIPT_LIMITS);
      const added: ReceiptUpload = code
        ? { ...fileInfo, state: 'refused', code }
        : { ...fileInfo, state: 'sending', progress: 0 };
      uploads.value = [...uploads.peek(), added];
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
        await sendCall(api, deleteReceiptCall, { ...ownerCall(opened.key), bill: id });
      } catch (error) {
        onError(toErrorCode(error));
      }
      await refetchStatus();
    },
    reset() {
      for (const controller of controllers.values()) controller.abort();
      uploads.value = [];
    },
  };
}
