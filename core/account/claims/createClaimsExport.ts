import { signal, type ReadonlySignal } from '@preact/signals-core';
import { downloadAccountClaims } from '../../api/accountClaims.ts';
import { ApiError } from '../../api/apiError.ts';
import type { ApiClient } from '../../api/client.ts';
import type { DownloadTransport } from '../../api/download.ts';
import { toErrorDetails } from '../../api/errorDetails.ts';
import { toClaimListQuery, type ClaimListView } from './claimListQuery.ts';
import type { ListFailure } from './createAccountClaims.ts';

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

/** Creates an export that has not started. `api` sends the access token. */
export function createClaimsExport(api: ApiClient, transport?: DownloadTransport): ClaimsExportModel {
  const state = signal<ClaimsExportState>({ phase: 'idle' });
  let controller: AbortController | null = null;

  async function download(view: ClaimListView): Promise<Blob | null> {
    if (controller) return null;
    controller = new AbortController();
    const { signal: abortSignal } = controller;
    state.value = { phase: 'loading', bytes: 0 };
    try {
      const blob = await downloadAccountClaims(api, transport, toClaimListQuery(view), {
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
      const isUnsupported = error instanceof ApiError && (error.status === 404 || error.status === 405);
      state.value = isUnsupported
        ? { phase: 'unsupported' }
        : { phase: 'failed', failure: toErrorDetails(error) };
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
