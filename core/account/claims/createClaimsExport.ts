import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { ClaimListQuery } from '../../api/account/accountClaims.ts';
import type { DownloadOptions } from '../../api/download.ts';
import { toClaimListQuery, type ClaimListView } from './claimListQuery.ts';
import { isUnsupported, toListFailure, type ListFailure } from './listFailure.ts';

/** The export. `loading` has the bytes that have arrived. `unsupported`: the backend has no such call. */
export type ClaimsExportState =
  | { phase: 'idle' }
  | { phase: 'loading'; bytes: number }
  | { phase: 'failed'; failure: ListFailure }
  | { phase: 'unsupported' };

/** Downloads the filtered list as CSV. */
export interface ClaimsExportModel {
  readonly state: ReadonlySignal<ClaimsExportState>;
  /** Downloads all pages of a view. Resolves with null if it failed, or if another download is running. */
  download(view: ClaimListView): Promise<Blob | null>;
  /** Aborts a running download. */
  cancel(): void;
}

/** Downloads the claims of a query; rejects with ApiError. */
export type DownloadClaims = (query: ClaimListQuery, options: DownloadOptions) => Promise<Blob>;

/** Creates an export that has not started. */
export function createClaimsExport(downloadClaims: DownloadClaims): ClaimsExportModel {
  const state = signal<ClaimsExportState>({ phase: 'idle' });
  let controller: AbortController | null = null;

  async function download(view: ClaimListView): Promise<Blob | null> {
    if (controller) return null;
    controller = new AbortController();
    const { signal: abortSignal } = controller;
    state.value = { phase: 'loading', bytes: 0 };
    try {
      const blob = await downloadClaims(toClaimListQuery(view), {
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
      state.value = isUnsupported(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', failure: toListFailure(error) };
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
