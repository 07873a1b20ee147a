import { useCallback } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createClaimsExport } from '#core/account/claims/createClaimsExport.ts';
import type { ClaimListView } from '#core/account/claims/claimListQuery.ts';
import { ApiError } from '#core/api/apiError.ts';
import type { ApiClient } from '#core/api/client.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { useAccountModel } from '../useAccountModel.ts';
import { saveFile } from '../saveFile.ts';

const DOWNLOAD_ICON = 'M11 4v10m0 0 4-4m-4 4-4-4M4 14.5v2A1.5 1.5 0 0 0 5.5 18h11a1.5 1.5 0 0 0 1.5-1.5v-2';

/** Saves all claims of the view as CSV. Nothing with a backend that cannot export. */
export function ExportButton({ api, view }: { api: ApiClient; view: ClaimListView }) {
  useSignals();
  const model = useAccountModel(
    useCallback(() => {
      const created = createClaimsExport(async (query, options) => {
        // Few visitors export, so this code loads on demand.
        const { downloadAccountClaims } = await importWithRetry(
          () => import('#core/api/account/claimsExport.ts'),
        ).catch((cause: unknown) => {
          throw new ApiError('export: no connection', { kind: 'network', cause });
        });
        return downloadAccountClaims(api, undefined, query, options);
      });
      return { ...created, dispose: created.cancel };
    }, [api]),
  );
  const state = model?.state.value ?? { phase: 'idle' };
  if (state.phase === 'unsupported') return null;
  const isLoading = state.phase === 'loading';

  async function save(): Promise<void> {
    const blob = await model?.download(view);
    if (blob) saveFile(blob, `razmen-${new Date().toISOString().slice(0, 10)}.csv`);
  }

  return (
    <div className="claim-export">
      {state.phase === 'failed' && (
        <p className="form-error" role="alert">
          {formatAccountMessage<string>(state.failure.code, state.failure)}.
        </p>
      )}
      <button
        type="button"
        className="button quiet"
        aria-disabled={isLoading}
        onClick={() => void (isLoading || save())}
      >
        <Icon d={DOWNLOAD_ICON} size={20} />
        {isLoading ? `Скачиваем… ${formatKilobytes(state.bytes)}` : 'Скачать CSV'}
      </button>
    </div>
  );
}

const formatKilobytes = (bytes: number) => (bytes === 0 ? '' : `${Math.ceil(bytes / 1000)}\u00a0КБ`);
