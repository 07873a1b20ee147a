import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { createStatusPoller } from '#core/claim/statusPoller.ts';
import { isClosedStatus, CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import { getSupportPath } from '#core/claim/supportPath.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { routePaths } from '../../routePaths.ts';
import { buildRepeatUrl } from '../buildRepeatUrl.ts';
import { findLatestClaim, type LatestClaim } from '../findLatestClaim.ts';
import type { LocalClaims } from '../local/localClaims.ts';
import { describePaymentOutcome, type MerchantResult } from './paymentOutcome.ts';
import { useLoadingBarWhile, useAppContext, type AppContext } from '../../shell/appContext.ts';
import './MerchantReturnPage.css';

/** Delay before the account's claims are requested again, milliseconds. */
const SEARCH_INTERVAL_MS = 5_000;

/** The claim that the merchant's redirect names, else the latest of this browser and the account. */
type ReturnedClaim =
  | { phase: 'loading' }
  | Exclude<LatestClaim, { phase: 'found' }>
  | { phase: 'offline' }
  | { phase: 'locked'; id: string; status: ClaimStatusCode }
  | { phase: 'ready'; claim: ClaimStatus; isConnectionLost: boolean };

/** The claim of the page; null during the search. Repeats the search until the account's claims are loaded. */
function useReturnedId({ claimStorage }: LocalClaims, appContext: AppContext): LatestClaim | null {
  const [query] = useSearchParams();
  const [latest, setLatest] = useState<LatestClaim | null>(() => {
    const id = query.get('claim');
    return id === null ? null : { phase: 'found', id };
  });
  const isMissing = latest === null || latest.phase === 'unknown';
  useEffect(() => {
    if (!isMissing) return;
    const { clock } = appContext.api;
    let isUnmounted = false;
    let cancelTimer = () => {};
    const search = async () => {
      cancelTimer();
      const found = await findLatestClaim(appContext, claimStorage.getLatestClaim());
      if (isUnmounted) return;
      setLatest(found);
      cancelTimer = clock.setTimer(() => void search(), SEARCH_INTERVAL_MS);
    };
    const onOnline = () => void search();
    void search();
    addEventListener('online', onOnline);
    return () => {
      isUnmounted = true;
      cancelTimer();
      removeEventListener('online', onOnline);
    };
  }, [appContext, claimStorage, isMissing]);
  return latest;
}

function useReturnedClaim(localClaims: LocalClaims): ReturnedClaim {
  const { api, claimStorage } = localClaims;
  const latest = useReturnedId(localClaims, useAppContext());
  const id = latest?.phase === 'found' ? latest.id : null;
  const [polledClaim, setReturnedClaim] = useState<ReturnedClaim>({ phase: 'loading' });
  // Polls until the claim is closed.
  useEffect(() => {
    if (!id) return;
    const isPageVisible = () => document.visibilityState === 'visible';
    const poller = createStatusPoller(
      api,
      { id, secret: claimStorage.getSecret(id), sentClaim: claimStorage.getSentClaim(id) },
      isPageVisible(),
      {
        onStatus(snapshot) {
          if (!('claim' in snapshot))
            return setReturnedClaim({ phase: 'locked', id, status: snapshot.status });
          if (isClosedStatus(snapshot.claim.status)) claimStorage.markClosed(id);
          setReturnedClaim({ phase: 'ready', claim: snapshot.claim, isConnectionLost: false });
        },
        onError: () =>
          setReturnedClaim(current =>
            current.phase === 'ready' ? { ...current, isConnectionLost: true } : { phase: 'offline' },
          ),
        onNotFound: () => setReturnedClaim({ phase: 'none', isAccountSearched: false }),
      },
      null,
    );
    const onVisibilityChange = () => poller.setVisible(isPageVisible());
    const refresh = () => void poller.refresh();
    refresh();
    document.addEventListener('visibilitychange', onVisibilityChange);
    addEventListener('online', refresh);
    addEventListener('pageshow', refresh);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      removeEventListener('online', refresh);
      removeEventListener('pageshow', refresh);
      poller.dispose();
    };
  }, [api, claimStorage, id]);
  return latest === null || latest.phase === 'found' ? polledClaim : latest;
}

/** Pages /claim/success and /claim/fail. They show the claim's real status, regardless of the URL. */
export function MerchantReturnPage({
  localClaims,
  merchantResult,
}: {
  localClaims: LocalClaims;
  merchantResult: MerchantResult;
}) {
  const returnedClaim = useReturnedClaim(localClaims);
  useLoadingBarWhile(useAppContext(), returnedClaim.phase === 'loading');
  return (
    <div className="container merchant-return">
      <section className="outcome-panel" aria-live="polite" aria-busy={returnedClaim.phase === 'loading'}>
        {returnedClaim.phase === 'ready' ? (
          <ClaimOutcome
            claim={returnedClaim.claim}
            merchantResult={merchantResult}
            isConnectionLost={returnedClaim.isConnectionLost}
          />
        ) : (
          <ClaimUnavailable returnedClaim={returnedClaim} />
        )}
      </section>
    </div>
  );
}

/** Shown while there is no claim, or only its bare status. */
function ClaimUnavailable({ returnedClaim }: { returnedClaim: Exclude<ReturnedClaim, { phase: 'ready' }> }) {
  const { phase } = returnedClaim;
  if (phase === 'locked')
    return (
      <>
        <h1>{CLAIM_STATUS_RULES[returnedClaim.status].label}</h1>
        <p className="text">Суммы и реквизиты видны в браузере, где заявку создали, и по её полной ссылке.</p>
        <Link className="button primary" to={`/claim/${returnedClaim.id}`}>
          Открыть заявку
        </Link>
      </>
    );
  if (phase === 'loading') return <h1>Узнаём статус заявки</h1>;
  if (phase === 'offline')
    return (
      <>
        <h1>Нет связи с сервером</h1>
        <p className="text">Заявка сохранена. Пробуем узнать её статус ещё раз сами.</p>
      </>
    );
  if (phase === 'unknown')
    return (
      <>
        <h1>Нет связи с сервером</h1>
        <p className="text">Пробуем ещё раз сами: заявка может быть в кабинете.</p>
      </>
    );
  return (
    <>
      <h1>
        {returnedClaim.isAccountSearched
          ? 'Заявки нет ни в этом браузере, ни в кабинете'
          : 'Заявки в этом браузере нет'}
      </h1>
      <p className="text">Откройте её по ссылке из письма или там, где вы её создали.</p>
      <Link className="button primary" to={routePaths.home}>
        На главную
      </Link>
    </>
  );
}

function ClaimOutcome({
  claim,
  merchantResult,
  isConnectionLost,
}: {
  claim: ClaimStatus;
  merchantResult: MerchantResult;
  isConnectionLost: boolean;
}) {
  const { verdict, title, text, showsPayout, lines, canRetry } = describePaymentOutcome(
    claim,
    merchantResult,
  );
  const claimPath = `/claim/${claim.id}`;
  return (
    <>
      {verdict && (
        <span className={verdict === 'failure' ? 'mark negative' : 'mark'}>
          <Icon d={verdict === 'failure' ? ICON_PATHS.close : ICON_PATHS.check} size={26} />
        </span>
      )}
      <h1 className={showsPayout ? 'overline' : undefined}>{title}</h1>
      {showsPayout && <p className="total numeric">{formatMoney(claim.toSumma, claim.to.currency)}</p>}
      <p className="text">{text}</p>
      <dl className="summary-lines">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isConnectionLost && <p className="text">Нет связи с сервером, пробуем ещё раз сами.</p>}
      {verdict === 'success' && (
        <Link className="button primary" to={buildRepeatUrl(claim)}>
          Повторить обмен
        </Link>
      )}
      {verdict === 'failure' && (
        <Link className="button primary" to={getSupportPath(claim.number)}>
          Написать в поддержку
        </Link>
      )}
      <Link className={verdict ? 'button secondary' : 'button primary'} to={claimPath}>
        {canRetry ? 'Вернуться к оплате' : 'Открыть заявку'}
      </Link>
      {verdict === 'failure' && (
        <Link className="button secondary" to={buildRepeatUrl(claim)}>
          Создать новую заявку
        </Link>
      )}
      {verdict !== 'failure' && (
        <Link className="button secondary" to={getSupportPath(claim.number)}>
          Написать в поддержку
        </Link>
      )}
    </>
  );
}
