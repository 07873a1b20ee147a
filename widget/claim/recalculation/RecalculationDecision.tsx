import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus, OfferRefusal } from '#core/contract/claim.ts';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import { formatMoment } from '../format/formatTime.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { ActionButton } from '../elements/ActionButton.tsx';
import { ChangedTerms } from '../elements/ChangedTerms.tsx';
import { RefundForm } from './RefundForm.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Why the new amounts cannot be accepted, and the alternative. */
const REFUSAL_TEXTS: Readonly<Partial<Record<string, string>>> = {
  expired: 'Прежние суммы действовали 15 минут. Считаем новые.',
  below_min: 'Эта сумма меньше минимума, обменять её нельзя. Укажите, куда её вернуть.',
  above_max: 'Эта сумма больше максимума. Укажите, куда её вернуть, или напишите в поддержку.',
  card_unverified:
    'Такую сумму меняем только с подтверждённой картой. Укажите, куда её вернуть, или напишите в поддержку.',
  requisites_erased: 'Заявка завершилась давно, реквизиты для выплаты стёрты. Укажите, куда вернуть деньги.',
} satisfies Record<OfferRefusal, string>;

/** The same before the payment: there is nothing to return. */
const UNPAID_REFUSAL_TEXTS: typeof REFUSAL_TEXTS = {
  expired: REFUSAL_TEXTS.expired,
  below_min: 'Новая сумма меньше минимума, обменять её нельзя. Отмените заявку.',
  above_max: 'Такую сумму сейчас не меняем. Отмените заявку.',
  card_unverified: 'Такую сумму меняем только с подтверждённой картой. Отмените заявку.',
};

/**
 * Lets the visitor accept the new amounts or request a refund. Shows only the refund form
 * without an offer, or if the offer breaks a limit.
 */
export function RecalculationDecision({ context, claim }: { context: ScreenContext; claim: ClaimStatus }) {
  useSignals();
  const [isRefundOpen, setIsRefundOpen] = useState(false);
  const allowed = getAllowedActions(claim);
  const offer = claim.recalculations.findLast(({ state }) => state === 'offered');
  const canAccept = allowed.includes('accept') && offer !== undefined;
  const refusal = offer ? claim.offerRefusal : null;
  const canWait = canAccept || refusal === 'expired';
  const isUnpaid = claim.received === null;
  const refusalTexts = isUnpaid ? UNPAID_REFUSAL_TEXTS : REFUSAL_TEXTS;
  return (
    <div className="decision" role="group" aria-label={canWait || isUnpaid ? 'Новые суммы' : 'Возврат денег'}>
      {canAccept && (
        <ChangedTerms previous={claim} current={offer} from={claim.from.currency} to={claim.to.currency} />
      )}
      {canAccept && offer.expiresAt !== null && (
        <p className="caption secondary-text">
          Действует до {formatMoment(offer.expiresAt, claim.now)}, потом посчитаем заново.
          {isUnpaid && claim.deadline !== null && (
            <> Заявка ждёт вашего решения до {formatMoment(claim.deadline, claim.now)}.</>
          )}
        </p>
      )}
      {refusal && <Notice icon={ICON_PATHS.alert}>{refusalTexts[refusal] ?? refusalTexts.above_max}</Notice>}
      {canWait && !isRefundOpen && (
        <>
          {canAccept && (
            <ActionButton
              context={context}
              action="accept"
              busyLabel="Сообщаем…"
              onAction={() => context.claimModel.actions.acceptRecalculation()}
            >
              Согласиться
            </ActionButton>
          )}
          {allowed.includes('refund') && (
            <button className="button text" type="button" onClick={() => setIsRefundOpen(true)}>
              Вернуть деньги
            </button>
          )}
        </>
      )}
      {allowed.includes('refund') && (isRefundOpen || !canWait) && (
        <RefundForm
          context={context}
          claim={claim}
          onBack={canWait ? () => setIsRefundOpen(false) : undefined}
        />
      )}
    </div>
  );
}
