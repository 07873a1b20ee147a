import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import type { OfferRefusal } from '#core/contract/claim.ts';
import { getOperatorClaimCall, type OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { isMissingData } from '#core/loadFailure.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { getStatusLabel, getStatusTone } from '../../claim/claimStatusText.ts';
import { formatDateTime, formatDeadline } from '../../claim/formatDateTime.ts';
import { operatorRoutePaths } from '../../routePaths.ts';
import { usePageTitle } from '../../shell/layout/pageTitle.ts';
import { getReasonText } from '../deskTexts.ts';
import { formatWait } from '../formatWait.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useIsClaim, useWorkQuery } from '../events/useWorkQuery.ts';
import { ClaimActions } from './ClaimActions.tsx';
import { ClaimFacts } from './ClaimFacts.tsx';
import { ClaimHolding } from './ClaimHolding.tsx';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import './operatorClaim.css';

/** Page /operator/claims/:uuid: all about one claim, and what can be done with it. */
export function OperatorClaimPage() {
  const { uuid = '' } = useParams();
  // Another claim is another page: no form of the earlier one stays.
  return <LoadedClaim key={uuid} id={uuid} />;
}

function LoadedClaim({ id }: { id: string }) {
  const query = useWorkQuery((api, options) => sendCall(api, getOperatorClaimCall, { ...options, id }), {
    isShown: useIsClaim(id),
    isUnsupported: isMissingData,
  });
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем заявку" />}
      unsupported={
        <>
          <h1>Такой заявки нет</h1>
          <p className="section-text">
            Проверьте адрес или <Link to={operatorRoutePaths.operatorClaims}>найдите заявку в списке</Link>.
          </p>
        </>
      }
    >
      {({ data }) => (
        <>
          <RefreshFailure query={query} subject="Заявка" />
          <ClaimContent claim={data} onChanged={claim => query.change(() => claim)} onStale={query.refresh} />
        </>
      )}
    </QueryContent>
  );
}

function ClaimContent({
  claim,
  onChanged,
  onStale,
}: {
  claim: OperatorClaimDetail;
  onChanged: (claim: OperatorClaimDetail) => void;
  /** Called when somebody else was faster. */
  onStale: () => void;
}) {
  const {
    publicNumber,
    number,
    status,
    reason,
    from,
    to,
    fromSumma,
    toSumma,
    received,
    updatedAt,
    deadline,
  } = claim;
  usePageTitle(`Заявка № ${publicNumber}`);
  const [noticed, setNoticed] = useState({ notice: NO_NOTICE, updatedAt });
  const now = Date.parse(claim.now);
  const showChange = (changed: OperatorClaimDetail) => {
    const text =
      changed.status === status
        ? 'Записано.'
        : `Готово: теперь «${getStatusLabel(changed.status)}»${changed.reason ? `, ${getReasonText(changed.reason)}` : ''}.`;
    setNoticed({ notice: { text, isRefusal: false }, updatedAt: changed.updatedAt });
    onChanged(changed);
  };
  return (
    <>
      <div className="account-heading">
        <h1 className="numeric">
          Заявка № {publicNumber} <small className="claim-internal-number">внутренний № {number}</small>
        </h1>
        <ClaimHolding claim={claim} onChanged={onChanged} />
      </div>
      <p className="operator-claim-state">
        <span className="status" data-tone={getStatusTone(status)}>
          {getStatusLabel(status)}
        </span>
        <span className="meta numeric">
          {[
            reason && getReasonText(reason),
            `в этом статусе ${formatWait(updatedAt, now)}`,
            received === null &&
              deadline &&
              Date.parse(deadline) > now &&
              !isClosedStatus(status) &&
              `срок ${formatDateTime(deadline)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      <p className="operator-claim-pair numeric">
        <span>
          <small>Приходит, {formatSide(from)}</small>
          <b>{formatMoney(fromSumma, from.currency)}</b>
          {received !== null && received !== fromSumma && (
            <small>пришло {formatMoney(received, from.currency)}</small>
          )}
        </span>
        <span>
          <small>Уходит, {formatSide(to)}</small>
          <b>{formatMoney(toSumma, to.currency)}</b>
          <small>{describeOffer(claim)}</small>
        </span>
      </p>
      <ListNotice notice={noticed.updatedAt === updatedAt ? noticed.notice : NO_NOTICE} />
      <div className="operator-claim-columns">
        <div>
          <ClaimActions claim={claim} onChanged={showChange} onStale={onStale} />
          <ClaimTimeline claim={claim} onChanged={onChanged} />
        </div>
        <ClaimFacts claim={claim} />
      </div>
    </>
  );
}

/** Why the client cannot accept an offer that is open. */
const REFUSAL_TEXTS: Readonly<Partial<Record<string, string>>> = {
  below_min: 'сумма меньше минимума',
  above_max: 'сумма больше максимума',
  card_unverified: 'такую сумму меняем только с подтверждённой картой',
  requisites_erased: 'реквизиты для выплаты стёрты',
} satisfies Record<Exclude<OfferRefusal, 'expired'>, string>;

/** The new amount that the client has been offered. An expired offer is replaced at the next fresh price. */
function describeOffer(claim: OperatorClaimDetail): string | null {
  const offer = claim.recalculations.find(({ state }) => state === 'offered');
  if (!offer) return null;
  const refusalText = REFUSAL_TEXTS[claim.offerRefusal ?? ''];
  if (refusalText)
    return `клиент может только ${claim.received === null ? 'отменить заявку' : 'вернуть деньги'}: ${refusalText}`;
  const answer =
    offer.expiresAt !== null && claim.offerRefusal === null
      ? `ответит до ${formatDeadline(offer.expiresAt, Date.parse(claim.now))}`
      : 'ждём новый курс';
  return `клиенту предложено ${formatMoney(offer.toSumma, claim.to.currency)}, ${answer}`;
}
