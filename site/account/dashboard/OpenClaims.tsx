import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { AccountClaim } from '#core/contract/account/accountClaim.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { LoadError } from '../../live/LoadError.tsx';
import type { LiveQuery } from '../../live/liveQuery.ts';
import type { FetchAccountData } from '../accountQuery.ts';
import { findMostUrgent, formatClaimDeadline, getStatusLabel } from '../../claim/claimStatusText.ts';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';

/** How many open claims the dashboard shows. */
const MAX_OPEN_CLAIMS = 3;

/** Loads what `OpenClaims` shows. */
export const fetchOpenClaims: FetchAccountData<readonly AccountClaim[]> = async (api, options) => {
  const query = { status: 'open', size: String(MAX_OPEN_CLAIMS) };
  return (await fetchAccountClaims(api, query, options)).results;
};

/** What the client does next, where the exchange waits for it. */
const NEXT_ACTIONS: Partial<Record<ClaimStatusCode, string>> = {
  verification: 'Подтвердить карту',
  waiting: 'Оплатить',
  hold: 'Посмотреть решение',
};

/** The main path of a claim; its other statuses are as far as the one before them. */
const PATH: readonly ClaimStatusCode[] = ['new', 'waiting', 'claimed', 'confirming', 'aml', 'paid', 'payout'];
const AS_FAR_AS: Partial<Record<ClaimStatusCode, ClaimStatusCode>> = {
  verification: 'new',
  requisites: 'new',
  hold: 'confirming',
  payout_error: 'payout',
  refunding: 'payout',
};

/** How far a claim is, percent. */
const getProgress = (status: ClaimStatusCode): number =>
  Math.round(((PATH.indexOf(AS_FAR_AS[status] ?? status) + 1) / (PATH.length + 1)) * 100);

/** The claim that the account has to do something for first: its button is the main one. */
export const findMainClaim = (claims: readonly AccountClaim[]): AccountClaim | undefined =>
  findMostUrgent(claims) ?? claims.find(({ status }) => status in NEXT_ACTIONS);

/** The open claims of the account with what is to do; nothing without any. */
export function OpenClaims({ query }: { query: LiveQuery<readonly AccountClaim[] | null> }) {
  useSignals();
  const state = query.state.value;
  if (state.phase === 'loading')
    return <LoadingSkeleton className="open-claim-skeleton" label="Загружаем открытые заявки" />;
  if (state.phase === 'failed') return <LoadError code={state.code} role="alert" onRetry={query.refresh} />;
  if (!state.data?.length) return null;
  const main = findMainClaim(state.data);
  return (
    <section aria-label="Открытые заявки">
      <ul>
        {state.data.map(claim => (
          <OpenClaim key={claim.id} claim={claim} isMain={claim === main} now={state.loadedAt} />
        ))}
      </ul>
    </section>
  );
}

function OpenClaim({ claim, isMain, now }: { claim: AccountClaim; isMain: boolean; now: number }) {
  const { id, number, status, from, to, fromSumma, toSumma } = claim;
  const action = NEXT_ACTIONS[status];
  const deadline = formatClaimDeadline(claim, now);
  return (
    <li className="open-claim">
      <span className="progress" aria-hidden="true">
        <span style={{ width: `${getProgress(status)}%` }} />
      </span>
      <div>
        <p className="open-claim-sums numeric">
          {formatMoney(fromSumma, from.currency)} на {formatMoney(toSumma, to.currency)}
        </p>
        <p className="meta">
          Заявка №&nbsp;{number}, <span className="nowrap">{to.name}</span>
          {deadline !== null && <span className="numeric">. {deadline}</span>}
        </p>
      </div>
      <span className="status" data-tone="pending">
        {getStatusLabel(status)}
      </span>
      <Link
        className={isMain ? 'button primary' : 'button'}
        to={`/claim/${id}`}
        aria-label={`${action ?? 'Открыть'}: заявка №\u00a0${number}`}
      >
        {action ?? 'Открыть'}
      </Link>
    </li>
  );
}
