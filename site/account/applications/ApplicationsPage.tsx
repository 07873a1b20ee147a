import { useCallback, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import {
  formatClaimListSearch,
  isFiltered,
  toClaimListQuery,
  type ClaimListView,
} from '#core/account/claims/claimListQuery.ts';
import {
  CLAIM_PAGE_SIZE,
  createAccountClaims,
  type AccountClaimsModel,
  type AccountClaimsState,
} from '#core/account/claims/createAccountClaims.ts';
import type { ClaimListQuery } from '#core/api/account/accountClaims.ts';
import type { DownloadOptions } from '#core/api/download.ts';
import type { AccountClaim } from '#core/contract/account/accountClaim.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { pluralize } from '#core/pluralize.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { LoadError } from '../../live/LoadError.tsx';
import { routePaths } from '../../routePaths.ts';
import { useAppContext, useLoadingBarWhile } from '../../shell/appContext.ts';
import { useAccount } from '../accountContext.ts';
import { DownloadButton, importForDownload } from '../list/DownloadButton.tsx';
import { EmptyList } from '../list/EmptyList.tsx';
import { ListPages, useScrollToNewPage } from '../list/ListPages.tsx';
import { RefreshFailure } from '../list/RefreshFailure.tsx';
import { LocalClaims } from '../LocalClaims.tsx';
import { useAccountModel } from '../useAccountModel.ts';
import { ClaimFilterForm } from './ClaimFilterForm.tsx';
import { ClaimTable, ClaimTableSkeleton } from './ClaimTable.tsx';
import { useClaimListView } from './useClaimListView.ts';
import { useCurrencyOptions } from './useCurrencyOptions.ts';
import { useRepeatDialog } from './useRepeatDialog.tsx';
import '../list/list.css';

const CLAIM_FORMS = ['заявка', 'заявки', 'заявок'] as const;

/** Page /account/applications: the account's claims, with filters that are kept in the address. */
export function ApplicationsPage() {
  useSignals();
  const appContext = useAppContext();
  const { api } = useAccount();
  const address = useClaimListView();
  const { view } = address;
  const currencies = useCurrencyOptions(appContext.api);
  const model = useAccountModel(
    useCallback(() => {
      const list = createAccountClaims(api, { visible: document.visibilityState === 'visible' });
      return { ...list, refreshNow: list.reload };
    }, [api]),
  );
  useEffect(() => model?.show(view), [model, view]);
  useLoadingBarWhile(appContext, model?.isLoading.value ?? true);
  const state = model?.state.value ?? { phase: 'loading' };
  const isEmpty = state.phase === 'ready' && state.data.count === 0 && !isFiltered(state.view);
  const hasTools = !isEmpty && state.phase !== 'unsupported';
  return (
    <>
      <div className="account-heading">
        <h1>Заявки</h1>
        {!isEmpty && <ExchangeLink />}
      </div>
      <LocalClaims onAttached={() => model?.reload()} />
      {hasTools && <ClaimFilterForm {...address} currencies={currencies} />}
      {hasTools && <ClaimListTools state={state} view={view} />}
      <ClaimList model={model} state={state} view={view} />
    </>
  );
}

function ExchangeLink() {
  return (
    <Link className="button primary" to={routePaths.home}>
      <Icon d={ICON_PATHS.swap} />
      Обменять
    </Link>
  );
}

/** How many claims there are, the way to all of them, and the export of exactly this list. */
function ClaimListTools({ state, view }: { state: AccountClaimsState; view: ClaimListView }) {
  const { api } = useAccount();
  const loadFile = useCallback(
    async (query: ClaimListQuery, options: DownloadOptions) => {
      const { downloadAccountClaims } = await importForDownload(
        () => import('#core/api/account/claimsExport.ts'),
      );
      return downloadAccountClaims(api, undefined, query, options);
    },
    [api],
  );
  return (
    <div className="list-tools">
      <p className="meta numeric" role="status">
        {state.phase === 'ready' && pluralize(state.data.count, CLAIM_FORMS)}
      </p>
      {isFiltered(view) && (
        <Link className="button quiet" to={{ search: '' }} preventScrollReset>
          Сбросить
        </Link>
      )}
      <DownloadButton query={toClaimListQuery(view)} loadFile={loadFile} name="razmen" />
    </div>
  );
}

function ClaimList({
  model,
  state,
  view,
}: {
  model: AccountClaimsModel | null;
  state: AccountClaimsState;
  view: ClaimListView;
}) {
  const reload = () => model?.reload();
  switch (state.phase) {
    case 'loading':
      return <ClaimTableSkeleton />;
    case 'failed':
      return <LoadError code={state.failure.code} role="alert" onRetry={reload} />;
    case 'unsupported':
      return (
        <EmptyList title="Список недоступен" text="Открывайте заявки по ссылкам из писем.">
          <ExchangeLink />
        </EmptyList>
      );
    case 'ready':
      return <LoadedList state={state} wanted={view} onRetry={reload} onRepeated={reload} />;
  }
}

function LoadedList({
  state,
  wanted,
  onRetry,
  onRepeated,
}: {
  state: Extract<AccountClaimsState, { phase: 'ready' }>;
  /** The view of the address, which may be loading. */
  wanted: ClaimListView;
  onRetry: () => void;
  onRepeated: () => void;
}) {
  const { view, data: claims, loadedAt, refreshFailure } = state;
  const navigate = useNavigate();
  const [dialog, { openDialog, preloadDialog, hasFailed }] = useRepeatDialog(onRepeated);
  const headRef = useRef<HTMLDivElement>(null);
  const { page } = view;
  useScrollToNewPage(headRef, page);
  const pageCount = Math.max(1, Math.ceil(claims.count / CLAIM_PAGE_SIZE));
  const isBeyondLast = page > pageCount;
  useEffect(() => {
    if (!isBeyondLast) return;
    const search = formatClaimListSearch({ ...view, page: pageCount });
    void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [isBeyondLast, view, pageCount, navigate]);
  if (isBeyondLast) return <ClaimTableSkeleton />;
  if (claims.count === 0) return <NoClaims view={view} />;
  const first = (page - 1) * CLAIM_PAGE_SIZE + 1;
  const range = `${first}–${first + claims.results.length - 1} из\u00a0${claims.count}`;
  return (
    <>
      <div ref={headRef} className="list-head">
        <RefreshFailure failure={refreshFailure} loadedAt={loadedAt} subject="Список" onRetry={onRetry} />
        {hasFailed && (
          <p className="form-error" role="alert">
            {formatAccountMessage('network')}.
          </p>
        )}
      </div>
      <ClaimTable
        claims={claims.results}
        caption={`Заявки: ${range}`}
        isOutdated={formatClaimListSearch(wanted) !== formatClaimListSearch(view)}
        now={loadedAt}
        onRepeat={(claim: AccountClaim) => void openDialog(claim)}
        onRepeatSoon={preloadDialog}
      />
      {pageCount > 1 && (
        <ListPages
          current={page}
          pageCount={pageCount}
          range={range}
          target={{ formatSearch: next => formatClaimListSearch({ ...view, page: next }) }}
        />
      )}
      {dialog}
    </>
  );
}

function NoClaims({ view }: { view: ClaimListView }) {
  if (!isFiltered(view))
    return (
      <EmptyList title="Заявок пока нет" text={'Здесь будут обмены, которые вы\u00a0создадите после входа.'}>
        <ExchangeLink />
      </EmptyList>
    );
  const { search } = view;
  const isOnlySearch = !isFiltered({ ...view, search: '' });
  return (
    <EmptyList
      title={'Ничего не\u00a0нашли'}
      text={
        search === ''
          ? 'Заявок с\u00a0такими фильтрами нет. Выберите другой статус, валюту или период.'
          : isOnlySearch
            ? `По\u00a0запросу «${search}» заявок нет. Проверьте номер или код валюты.`
            : `По\u00a0запросу «${search}» с\u00a0этими фильтрами заявок нет. Проверьте номер или сбросьте фильтры.`
      }
    >
      <Link className="button" to={{ search: '' }} preventScrollReset>
        Сбросить фильтр
      </Link>
    </EmptyList>
  );
}
