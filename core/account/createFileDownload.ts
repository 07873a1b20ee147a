import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { DownloadOptions } from '../api/download.ts';
import { isUnsupportedCall, toLoadFailure, type LoadFailure } from '../loadFailure.ts';

/** State of the download. `loading`: the number of bytes received. `unsupported`: the backend has no such call. */
export type FileDownloadState =
  | { phase: 'idle' }
  | { phase: 'loading'; bytes: number }
  | { phase: 'failed'; failure: LoadFailure }
  | { phase: 'unsupported' };

/** Downloads a file of the account, such as a filtered list as CSV. */
export interface FileDownloadModel<Query> {
  readonly state: ReadonlySignal<FileDownloadState>;
  /** Resolves with null if it failed, or if another download is running. */
  download(query: Query): Promise<Blob | null>;
  /** Aborts a running download. */
  cancel(): void;
}

/** Loads the file of a query; rejects with ApiError. */
export type LoadFile<Query> = (query: Query, options: DownloadOptions) => Promise<Blob>;

/** Creates a download that has not started. */
export function createFileDownload<Query>(loadFile: LoadFile<Query>): FileDownloadModel<Query> {
  const state = signal<FileDownloadState>({ phase: 'idle' });
  let controller: AbortController | null = null;

  async function download(query: Query): Promise<Blob | null> {
    if (controller) return null;
    controller = new AbortController();
    const { signal: abortSignal } = controller;
    state.value = { phase: 'loading', bytes: 0 };
    try {
      const blob = await loadFile(query, {
        signal: abortSignal,
        onProgress(bytes) {
          if (!abortSignal.aborted) state.value = { phase: 'loading', bytes };
        },
      });
      if (abortSignal.aborted) return null;
      state.value = { phase: 'idle' };
      return blob;
    } catch (error) {
      if (abortSignal.aborted) return null;
      state.value = isUnsupportedCall(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', failure: toLoadFailure(error) };
      return null;
    } finally {
      if (controller?.signal === abortSignal) controller = null;
    }
  }

  return {
    state,
    download,
    cancel() {
      if (!controller) return;
      controller.abort();
      controller = null;
      state.value = { phase: 'idle' };
    },
  };
}
