import { useCallback, useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { PolledViewModel, PolledViewState } from '#core/account/createPolledView.ts';
import type { ApiClient } from '#core/api/client.ts';
import { useAppContext, useLoadingBarWhile } from '../../shell/appContext.ts';
import { useAccount } from '../accountContext.ts';
import { useAccountModel } from '../useAccountModel.ts';

/** Data of a view as it is loaded. */
export interface PolledPage<View, Data> {
  state: PolledViewState<View, Data>;
  /** Loads it again. */
  reload(): void;
}

/** Shows `view` of the account's data, kept up to date while the page is visible. `create` is stable. */
export function usePolledView<View, Data>(
  create: (api: ApiClient, options: { visible: boolean }) => PolledViewModel<View, Data>,
  view: View,
): PolledPage<View, Data> {
  useSignals();
  const { api } = useAccount();
  const model = useAccountModel(
    useCallback(() => {
      const created = create(api, { visible: document.visibilityState === 'visible' });
      return { ...created, refreshNow: created.reload };
    }, [api, create]),
  );
  useEffect(() => model?.show(view), [model, view]);
  useLoadingBarWhile(useAppContext(), model?.isLoading.value ?? true);
  return { state: model?.state.value ?? { phase: 'loading' }, reload: () => model?.reload() };
}
