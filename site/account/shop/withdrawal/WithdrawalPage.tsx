import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import {
  createWithdrawals,
  formatWithdrawalsSearch,
  parseWithdrawalsView,
  type LoadedWithdrawals,
  type WithdrawalsView,
} from '#core/account/referral/createWithdrawals.ts';
import type { Withdrawals } from '#core/contract/account/withdrawals.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import type { ServerQuery, ServerQueryState } from '#core/serverQuery.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { useServerQuery } from '../../../live/useServerQuery.ts';
import { accountRoutePaths } from '../../../routePaths.ts';
import { useAppContext, useLoadingBarWhile } from '../../../shell/appContext.ts';
import { useAccount } from '../../accountContext.ts';
import { QueryContent } from '../../QueryContent.tsx';
import { RefreshFailure } from '../../list/RefreshFailure.tsx';
import { useAddressedView } from '../../list/useAddressedView.ts';
import { LoadingSkeleton } from '../../LoadingSkeleton.tsx';
import '../../referral/referral.css';
import './withdrawal.css';

/** The form, which needs the prompts of a proof of identity. */
const WithdrawForm = lazy(async () => {
  const { WithdrawForm } = await importWithRetry(() => import('./WithdrawForm.tsx'));
  return { default: WithdrawForm };
});

const AutoWithdrawalSection = lazy(async () => {
  const { AutoWithdrawalSection } = await importWithRetry(() => import('./AutoWithdrawalSection.tsx'));
  return { default: AutoWithdrawalSection };
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

/** Page /account/shop/withdrawal: the available amount, the methods, and the withdrawals. */
export function WithdrawalPage() {
  useSignals();
  const { api } = useAccount();
  const { view } = useAddressedView(parseWithdrawalsView, formatWithdrawalsSearch);
  const query = useServerQuery(() => createWithdrawals(api), view);
  useLoadingBarWhile(useAppContext(), query.isLoading.value);
  return (
    <>
      <div className="account-heading">
        <h1>Вывод</h1>
        <Link className="button" to={accountRoutePaths.referral}>
          История начислений
        </Link>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="referral-skeleton" label="Загружаем вывод" />}
        unsupported={<p className="section-text">На этом сайте партнёрской программы нет.</p>}
      >
        {state => <LoadedView state={state} wanted={view} query={query} />}
      </QueryContent>
    </>
  );
}

function LoadedView({
  state: { view, data, loadedAt, refreshFailure },
  wanted,
  query,
}: {
  state: Extract<ServerQueryState<LoadedWithdrawals, WithdrawalsView>, { phase: 'ready' }>;
  /** The view of the address, which may be loading. */
  wanted: WithdrawalsView;
  query: ServerQuery<LoadedWithdrawals, WithdrawalsView>;
}) {
  /** The visitor's last action. A new `count` resets the form. */
  const [done, setDone] = useState({ count: 0, text: '' });
  const headingRef = useRef<HTMLHeadingElement>(null);
  const listHeadingRef = useRef<HTMLHeadingElement>(null);
  const { withdrawals } = data;
  const isOtherPage = wanted.page !== view.page;
  return (
    <>
      {!isOtherPage && <RefreshFailure query={query} subject="Данные" />}
      <Funds withdrawals={withdrawals} />
      <p className="form-hint withdrawal-requested" role="status">
        {done.text}
      </p>
      <section className="account-section" aria-labelledby="h-withdraw">
        <h2 id="h-withdraw" ref={headingRef} tabIndex={-1}>
          Новый вывод
        </h2>
        {withdrawals.obstacle ? (
          <p className="account-note withdrawal-obstacle">{withdrawals.obstacle.detail}.</p>
        ) : (
          <Suspense fallback={<ListSkeleton />}>
            <WithdrawForm
              key={done.count}
              loaded={data}
              now={loadedAt}
              onRequested={summa => {
                const text = `Вывод на ${formatUsd(summa)} запрошен. Когда отправим деньги, пришлём письмо.`;
                setDone({ count: done.count + 1, text });
                // The form is reset, or replaced by the obstacle.
                headingRef.current?.focus();
                query.refresh();
              }}
            />
          </Suspense>
        )}
      </section>
      {withdrawals.auto !== undefined && (
        <section className="account-section" aria-labelledby="h-auto">
          <h2 id="h-auto">Автоматический вывод</h2>
          <Suspense fallback={<ListSkeleton />}>
            <AutoWithdrawalSection loaded={data} auto={withdrawals.auto} onChanged={query.refresh} />
          </Suspense>
        </section>
      )}
      <section className="account-section" aria-labelledby="h-methods">
        <h2 id="h-methods">Куда выплачиваем</h2>
        <Suspense fallback={<ListSkeleton />}>
          <MethodList methods={withdrawals.methods} />
        </Suspense>
      </section>
      <section className="account-section" aria-labelledby="h-withdrawals">
        <h2 id="h-withdrawals" ref={listHeadingRef} tabIndex={-1}>
          Мои выводы
        </h2>
        {isOtherPage && refreshFailure ? (
          <LoadError code={refreshFailure.code} role="alert" onRetry={query.reload} />
        ) : (
          <Suspense fallback={<ListSkeleton />}>
            <WithdrawalList
              view={view}
              data={withdrawals}
              loadedAt={loadedAt}
              isOutdated={isOtherPage}
              onCancelled={({ summa, isAutomatic }) => {
                const ended = isAutomatic && withdrawals.auto ? ' Автоматический вывод выключен.' : '';
                const text = `Вывод ${formatUsd(summa)} отменён, деньги на партнёрском счёте.${ended}`;
                setDone({ ...done, text });
                // The button is removed.
                listHeadingRef.current?.focus();
                query.refresh();
              }}
            />
          </Suspense>
        )}
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
