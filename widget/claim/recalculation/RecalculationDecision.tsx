import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import { formatComparedCourses, formatMoney } from '#core/exchange/formatMoney.ts';
import { ActionButton } from '../elements/ActionButton.tsx';
import { ChangedValue } from '../elements/ChangedValue.tsx';
import { RefundForm } from './RefundForm.tsx';
import { SummaryList } from '../elements/SummaryList.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Lets the visitor accept the new amounts or request a refund; without an offer only the refund form. */
export function RecalculationDecision({ context, claim }: { context: ScreenContext; claim: ClaimStatus }) {
  useSignals();
  const [isRefundOpen, setIsRefundOpen] = useState(false);
  const allowed = getAllowedActions(claim);
  const offer = claim.recalculations.findLast(({ state }) => state === 'offered');
  const canAccept = allowed.includes('accept') && offer !== undefined;
  return (
    <div className="decision" role="group" aria-label={canAccept ? 'Новые суммы' : 'Возврат денег'}>
      {canAccept && <RecalculationSummary claim={claim} offer={offer} />}
      {canAccept && !isRefundOpen && (
        <>
          <ActionButton
            context={context}
            action="accept"
            busyLabel="Сообщаем…"
            onAction={() => context.claimModel.actions.acceptRecalculation()}
          >
            Согласиться
          </ActionButton>
          {allowed.includes('refund') && (
            <button className="button text" type="button" onClick={() => setIsRefundOpen(true)}>
              Вернуть деньги
            </button>
          )}
        </>
      )}
      {allowed.includes('refund') && (isRefundOpen || !canAccept) && (
        <RefundForm
          context={context}
          claim={claim}
          onBack={canAccept ? () => setIsRefundOpen(false) : undefined}
        />
      )}
    </div>
  );
}

/** Agreed and recalculated amounts and course. */
function RecalculationSummary({ claim, offer }: { claim: ClaimStatus; offer: Recalculation }) {
  const [from, to] = [claim.from.currency, claim.to.currency];
  const [previousCourse, currentCourse] = formatComparedCourses([claim.course, offer.course], from, to);
  return (
    <SummaryList
      lines={[
        {
          name: 'Отдаёте',
          value: (
            <ChangedValue
              previous={formatMoney(claim.fromSumma, from)}
              current={formatMoney(offer.fromSumma, from)}
            />
          ),
          big: true,
        },
        {
          name: 'Получаете',
          value: (
            <ChangedValue
              previous={formatMoney(claim.toSumma, to)}
              current={formatMoney(offer.toSumma, to)}
            />
          ),
          big: true,
        },
        {
          name: 'Курс',
          value: <ChangedValue previous={previousCourse} current={currentCourse} />,
        },
      ]}
    />
  );
}
