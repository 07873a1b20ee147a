import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { fetchWithdrawals } from '#core/api/account/referral.ts';
import { fetchRequisites } from '#core/api/account/savedRequisites.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import type { Withdrawals } from '#core/contract/account/referral.ts';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { accountRoutePaths } from '../../../routePaths.ts';
import { useAccountQuery } from '../../accountQuery.ts';
import { RefreshNote } from '../../referral/RefreshNote.tsx';
import '../../referral/referral.css';
import './withdrawal.css';

/** The form, which needs the prompts of a proof of identity. */
const WithdrawForm = lazy(async () => {
  const { WithdrawForm } = await importWithRetry(() => import('./WithdrawForm.tsx'));
  return { default: WithdrawForm };
});

/** Below the first screen. */
const MethodList = lazy(async () => {
  const { MethodList } = await importWithRetry(() => import('./MethodList.tsx'));
  return { default: MethodList };
});
const WithdrawalList = lazy(async () => {
  const { WithdrawalList } = await importWithRetry(() => import('./WithdrawalList.tsx'));
  return { default: WithdrawalList };
});

/** What the page shows: the withdrawals, and the requisites that they can go to. */
interface WithdrawalData {
  withdrawals: Withdrawals;
  requisites: readonly AccountRequisite[];
}

/** Page /account/shop/withdrawal: what can be withdrawn, how, and what became of it. */
export function WithdrawalPage() {
  const text = new URLSearchParams(useLocation().search).get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
  // Another page starts anew.
  return (
    <>
      <div className="account-heading">
        <h1>Вывод</h1>
        <Link className="button" to={accountRoutePaths.referral}>
          История начислений
        </Link>
      </div>
      <WithdrawalContent key={page} page={page} />
    </>
  );
}

function WithdrawalContent({ page }: { page: number }) {
  useSignals();
  const fetchData = useCallback(
    async (api: ApiClient, options: CallOptions): Promise<WithdrawalData> => {
      const [withdrawals, { results: requisites }] = await Promise.all([
        fetchWithdrawals(api, { page: String(page) }, options),
        fetchRequisites(api, null, options),
      ]);
      return { withdrawals, requisites };
    },
    [page],
  );
  const query = useAccountQuery(fetchData);
  const [requested, setRequested] = useState<string | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const state = query.state.value;
  if (state.phase === 'loading')
    return <span className="skeleton referral-skeleton" aria-label="Загружаем вывод" aria-busy="true" />;
  if (state.phase === 'failed') return <LoadError code={state.code} role="alert" onRetry={query.refresh} />;
  if (state.data === null)
    return <p className="section-text">На&nbsp;этом сайте партнёрской программы нет.</p>;
  const { withdrawals, requisites } = state.data;
  return (
    <>
      <RefreshNote {...state} onRetry={query.refresh} />
      <Funds withdrawals={withdrawals} />
      <p className="form-hint withdrawal-requested" role="status">
        {requested !== null && `Вывод на\u00a0${requested} запрошен. Когда отправим деньги, пришлём письмо.`}
      </p>
      <section className="account-section" aria-labelledby="h-withdraw">
        <h2 id="h-withdraw" ref={headingRef} tabIndex={-1}>
          Новый вывод
        </h2>
        {withdrawals.obstacle ? (
          <p className="account-note withdrawal-obstacle">{withdrawals.obstacle.detail}.</p>
        ) : (
          <Suspense fallback={<span className="skeleton withdraw-skeleton" aria-busy="true" />}>
            <WithdrawForm
              withdrawals={withdrawals}
              requisites={requisites}
              now={state.loadedAt}
              onRequested={summa => {
                setRequested(formatUsd(summa));
                // The form gives way to what is in process.
                headingRef.current?.focus();
                query.refresh();
              }}
            />
          </Suspense>
        )}
      </section>
      <section className="account-section" aria-labelledby="h-methods">
        <h2 id="h-methods">Куда выплачиваем</h2>
        <Suspense fallback={<ListSkeleton />}>
          <MethodList methods={withdrawals.methods} />
        </Suspense>
      </section>
      <section className="account-section" aria-labelledby="h-withdrawals">
        <h2 id="h-withdrawals">Мои выводы</h2>
        <Suspense fallback={<ListSkeleton />}>
          <WithdrawalList withdrawals={withdrawals} page={page} now={state.loadedAt} />
        </Suspense>
      </section>
    </>
  );
}

const ListSkeleton = () => <span className="skeleton withdraw-skeleton" aria-busy="true" />;

function Funds({ withdrawals: { available, pending, minimum } }: { withdrawals: Withdrawals }) {
  return (
    <dl className="funds three">
      <div>
        <dt>Доступно</dt>
        <dd className="numeric">{formatUsd(available)}</dd>
      </div>
      <div>
        <dt>Ожидает</dt>
        <dd className="numeric">{formatUsd(pending)}</dd>
      </div>
      <div>
        <dt>Наименьший вывод</dt>
        <dd className="numeric">{formatUsd(minimum)}</dd>
      </div>
    </dl>
  );
}
