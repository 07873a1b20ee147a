import { useCallback } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createFileDownload, type LoadFile } from '#core/account/createFileDownload.ts';
import { ApiError } from '#core/api/apiError.ts';
import { deviceClock } from '#core/clock.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { saveFile } from '../saveFile.ts';
import { useAccountModel } from '../useAccountModel.ts';

const DOWNLOAD_ICON = 'M11 4v10m0 0 4-4m-4 4-4-4M4 14.5v2A1.5 1.5 0 0 0 5.5 18h11a1.5 1.5 0 0 0 1.5-1.5v-2';

/**
 * Saves a list as CSV, named by `name` and the exchange's day. Renders nothing if the backend cannot export lists.
 * `loadFile` must be stable.
 */
export function DownloadButton<Query>({
  query,
  loadFile,
  name,
  subject,
}: {
  query: Query;
  loadFile: LoadFile<Query>;
  name: string;
  /** Name of the saved list, if the page has several such buttons. */
  subject?: string;
}) {
  useSignals();
  const model = useAccountModel(
    useCallback(() => {
      const created = createFileDownload(loadFile);
      return { ...created, dispose: created.cancel };
    }, [loadFile]),
  );
  const state = model?.state.value ?? { phase: 'idle' };
  if (state.phase === 'unsupported') return null;
  const isLoading = state.phase === 'loading';

  async function save(): Promise<void> {
    const blob = await model?.download(query);
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

/** Loads code of a download on demand: few visitors export. Rejects with ApiError. */
export const importForDownload = <Module,>(load: () => Promise<Module>): Promise<Module> =>
  importWithRetry(load).catch((cause: unknown) => {
    throw new ApiError('export: no connection', { kind: 'network', cause });
  });

const formatKilobytes = (bytes: number) => (bytes === 0 ? '' : `${Math.ceil(bytes / 1000)}\u00a0КБ`);
