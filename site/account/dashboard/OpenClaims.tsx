import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { isDetailedClaim, type DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import type { FetchAccountData } from '../useAccountQuery.ts';
import { findMostUrgent, formatClaimDeadline, getStatusLabel } from '../../claim/claimStatusText.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';

/** How many open claims the dashboard shows. */
const MAX_OPEN_CLAIMS = 3;

/** Loads the claims of `OpenClaims`. A backend without the filter sends its newest claims. */
export const fetchOpenClaims: FetchAccountData<readonly DetailedClaim[]> = async (api, options) => {
  const query = { status: 'open', size: String(MAX_OPEN_CLAIMS) };
  const { results } = await fetchAccountClaims(api, query, options);
  return results.filter(isDetailedClaim).filter(({ status }) => !isClosedStatus(status));
};

/** The client's next action, in the statuses that await one. */
const NEXT_ACTIONS: Partial<Record<ClaimStatusCode, string>> = {
  verification: 'Подтвердить карту',
  waiting: 'Оплатить',
  hold: 'Посмотреть решение',
};

/** Statuses of a claim's main path. Each other status has the progress of one of these. */
const PATH: readonly ClaimStatusCode[] = ['new', 'waiting', 'claimed', 'confirming', 'aml', 'paid', 'payout'];
const AS_FAR_AS: Partial<Record<ClaimStatusCode, ClaimStatusCode>> = {
  verification: 'new',
  requisites: 'new',
  hold: 'confirming',
  payout_error: 'payout',
  refunding: 'payout',
};

/** Progress of a claim, percent. */
const getProgress = (status: ClaimStatusCode): number =>
  Math.round(((PATH.indexOf(AS_FAR_AS[status] ?? status) + 1) / (PATH.length + 1)) * 100);

/** The claim with the next deadline, else the first one with a next action. Its button is the primary one. */
export const findMainClaim = (claims: readonly DetailedClaim[]): DetailedClaim | undefined =>
  findMostUrgent(claims) ?? claims.find(({ status }) => status in NEXT_ACTIONS);

/**
 * The open claims of the account with their next actions, above `children`. The children load at the same time, but
 * appear with the claims, so that they do not jump.
 */
export function OpenClaims({
  query,
  children,
}: {
  query: ServerQuery<readonly DetailedClaim[]>;
  children: ReactNode;
}) {
  useSignals();
  return (
    <>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем" />}
      >
        {({ data, loadedAt }) => data.length > 0 && <OpenClaimList claims={data} now={loadedAt} />}
      </QueryContent>
      <div hidden={query.state.value.phase === 'loading'}>{children}</div>
    </>
  );
}

function OpenClaimList({ claims, now }: { claims: readonly DetailedClaim[]; now: number }) {
  const main = findMainClaim(claims);
  return (
    <section aria-label="Открытые заявки">
      <ul>
        {claims.map(claim => (
          <OpenClaim key={claim.id} claim={claim} isMain={claim === main} now={now} />
        ))}
      </ul>
    </section>
  );
}

function OpenClaim({ claim, isMain, now }: { claim: DetailedClaim; isMain: boolean; now: number }) {
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
          Заявка № {number}, <span className="nowrap">{to.name}</span>
          {deadline !== null && <span className="numeric">. {deadline}</span>}
        </p>
      </div>
      <span className="status" data-tone="pending">
        {getStatusLabel(status)}
      </span>
      <Link
        className={isMain ? 'button primary' : 'button'}
        to={`/claim/${id}`}
        aria-label={`${action ?? 'Открыть'}: заявка № ${number}`}
      >
        {action ?? 'Открыть'}
      </Link>
    </li>
  );
}
