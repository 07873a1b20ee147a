import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import {
  formatClaimListSearch,
  isFiltered,
  toClaimListQuery,
  type ClaimListView,
} from '#core/account/claims/claimListQuery.ts';
import { createListQuery, LIST_PAGE_SIZE } from '#core/account/createListQuery.ts';
import type { ClaimListQuery } from '#core/api/account/accountClaims.ts';
import { listAccountClaimsCall, type AccountClaims } from '#core/contract/account/accountClaim.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { useAccount } from '../accountContext.ts';
import { CLAIM_FORMS } from '../list/claimText.ts';
import { importForDownload } from '../list/DownloadButton.tsx';
import { EmptyList, NothingFound } from '../list/EmptyList.tsx';
import { ListTools, type ExportList } from '../list/ListTools.tsx';
import { PagedList } from '../list/PagedList.tsx';
import { LocalClaims } from '../LocalClaims.tsx';
import { ClaimFilterForm } from './ClaimFilterForm.tsx';
import { ClaimTable, ClaimTableSkeleton } from './ClaimTable.tsx';
import { useClaimListView } from './useClaimListView.ts';
import { useCurrencyOptions } from './useCurrencyOptions.ts';
import { useRepeatDialog } from './useRepeatDialog.tsx';

/** Page /account/applications: the account's claims, with filters that are kept in the address. */
export function ApplicationsPage() {
  useSignals();
  const { api } = useAccount();
  const address = useClaimListView();
  const { view } = address;
  const currencies = useCurrencyOptions(useAppContext().api);
  const query = useServerQuery(() => createListQuery(api, listAccountClaimsCall, toClaimListQuery), view);
  const state = query.state.value;
  const count = state.phase === 'ready' ? state.data.count : null;
  const isEmpty = state.phase === 'ready' && count === 0 && !isFiltered(state.view);
  const hasTools = !isEmpty && state.phase !== 'unsupported';
  return (
    <>
      <div className="account-heading">
        <h1>Заявки</h1>
        {!isEmpty && <ExchangeLink />}
      </div>
      <LocalClaims onAttached={query.refresh} />
      {hasTools && (
        <>
          <ClaimFilterForm {...address} currencies={currencies} />
          <ListTools
            count={count}
            forms={CLAIM_FORMS}
            isFiltered={isFiltered(view)}
            query={toClaimListQuery(view)}
            exportList={exportClaims}
            name="razmen"
          />
        </>
      )}
      <ClaimList query={query} wanted={view} />
    </>
  );
}

const exportClaims: ExportList<ClaimListQuery> = async (api, query, options) => {
  const { downloadAccountClaims } = await importForDownload(
    () => import('#core/api/account/claimsExport.ts'),
  );
  return downloadAccountClaims(api, undefined, query, options);
};

function ExchangeLink() {
  return (
    <Link className="button primary" to={routePaths.home}>
      <Icon d={ICON_PATHS.swap} />
      Обменять
    </Link>
  );
}

function ClaimList({
  query,
  wanted,
}: {
  query: ServerQuery<AccountClaims, ClaimListView>;
  /** The view of the address, which may be loading. */
  wanted: ClaimListView;
}) {
  const [dialog, { openDialog, preloadDialog, hasFailed }] = useRepeatDialog(query.refresh);
  return (
    <PagedList
      query={query}
      wanted={wanted}
      pageSize={LIST_PAGE_SIZE}
      formatView={formatClaimListSearch}
      skeleton={<ClaimTableSkeleton />}
      unsupported={
        <EmptyList title="Список недоступен" text="Открывайте заявки по ссылкам из писем.">
          <ExchangeLink />
        </EmptyList>
      }
      renderEmpty={view => <NoClaims view={view} />}
      head={
        hasFailed && (
          <p className="form-error" role="alert">
            {formatAccountMessage('network')}.
          </p>
        )
      }
    >
      {({ data, range, isOutdated, loadedAt }) => (
        <>
          <ClaimTable
            claims={data.results}
            caption={`Заявки: ${range}`}
            isOutdated={isOutdated}
            now={loadedAt}
            onRepeat={claim => void openDialog(claim)}
            onRepeatSoon={preloadDialog}
          />
          {dialog}
        </>
      )}
    </PagedList>
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
    <NothingFound
      text={
        search === ''
          ? 'Заявок с\u00a0такими фильтрами нет. Выберите другой статус, валюту или период.'
          : isOnlySearch
            ? `По\u00a0запросу «${search}» заявок нет. Проверьте номер или код валюты.`
            : `По\u00a0запросу «${search}» с\u00a0этими фильтрами заявок нет. Проверьте номер или сбросьте фильтры.`
      }
    />
  );
}
