import { useCallback } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createFileDownload } from '#core/account/createFileDownload.ts';
import type { DownloadOptions } from '#core/api/download.ts';
import { ApiError } from '#core/api/apiError.ts';
import type { Call } from '#core/contract/call.ts';
import { deviceClock } from '#core/clock.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { useAccount } from '../accountContext.ts';
import { saveFile } from '../saveFile.ts';
import { useAccountModel } from '../useAccountModel.ts';

const DOWNLOAD_ICON = 'M11 4v10m0 0 4-4m-4 4-4-4M4 14.5v2A1.5 1.5 0 0 0 5.5 18h11a1.5 1.5 0 0 0 1.5-1.5v-2';

/**
 * Saves the response of a call as CSV, named by `name` and the exchange's day. Renders nothing if the backend lacks the
 * call, which must be stable.
 */
export function DownloadButton({
  call,
  query,
  headers = {},
  name,
  subject,
}: {
  call: Call;
  query: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  name: string;
  /** Name of the saved list, if the page has several such buttons. */
  subject?: string;
}) {
  useSignals();
  const { api } = useAccount();
  const model = useAccountModel(
    useCallback(() => {
      const created = createFileDownload<Pick<DownloadOptions, 'query' | 'headers'>>(
        async (wanted, options) => {
          const { downloadFile } = await importDownload();
          return downloadFile(api, undefined, call.path, { ...options, ...wanted });
        },
      );
      return { ...created, dispose: created.cancel };
    }, [api, call]),
  );
  const state = model?.state.value ?? { phase: 'idle' };
  if (state.phase === 'unsupported') return null;
  const isLoading = state.phase === 'loading';

  async function save(): Promise<void> {
    const blob = await model?.download({ query, headers });
    if (blob) saveFile(blob, `${name}-${toExchangeDay(deviceClock.now())}.csv`);
  }

  return (
    <div className="list-download">
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
        {subject !== undefined && <span className="visually-hidden">: {subject}</span>}
      </button>
    </div>
  );
}

/** Loaded on demand, because few visitors export. Rejects with ApiError. */
const importDownload = () =>
  importWithRetry(() => import('#core/api/download.ts')).catch((cause: unknown) => {
    throw new ApiError('export: no connection', { kind: 'network', cause });
  });

const formatKilobytes = (bytes: number) => (bytes === 0 ? '' : `${Math.ceil(bytes / 1000)} КБ`);
