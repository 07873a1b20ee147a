import { Suspense, useEffect, useRef, useState } from 'react';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { ActionButton } from '../ActionButton.tsx';
import { useStaff } from '../staffContext.ts';
import { CORRECTION_TEXT, DESTINATION_TEXT, getActionText, RETURN_TEXT } from './actionTexts.ts';
import { describeChange, describeConflict } from './describeConflict.ts';
import { PaymentForm } from './PaymentForm.tsx';
import { StatusForm } from './StatusForm.tsx';
import { listCorrectable, type ClaimForm } from './claimForm.ts';

// Few claims need them.
const CorrectionForm = lazyComponent(() => import('./money/CorrectionForm.tsx'), 'CorrectionForm');
const RefundDestinationForm = lazyComponent(
  () => import('./money/RefundDestinationForm.tsx'),
  'RefundDestinationForm',
);
const ReturnForm = lazyComponent(() => import('./money/ReturnForm.tsx'), 'ReturnForm');

/** The names of the forms that change no status, as in `likelyAction`. */
const PAYMENT = 'payment';
const RETURN = 'return';
const CORRECTION = 'correction';
const DESTINATION = 'destination';

/** What can be done with a claim now, each with its effects before it is done. */
export function ClaimActions({
  claim,
  onChanged,
  onStale,
}: {
  claim: OperatorClaimDetail;
  /** Called with the claim after a change. */
  onChanged: (claim: OperatorClaimDetail) => void;
  /** Called when somebody else was faster. */
  onStale: () => void;
}) {
  const { rights } = useStaff();
  const [opened, setOpened] = useState<{ name: string; status: string } | null>(null);
  const chosen = opened?.name ?? null;
  const { actions, payment, timeline } = claim;
  const isHeld = claim.holder !== null && !claim.holder.isMe;
  const [wasFree, setWasFree] = useState(!isHeld);
  if (!isHeld && !wasFree) setWasFree(true);
  if (isHeld && opened) setOpened(null);
  const taker = wasFree && isHeld ? claim.holder : null;
  // The form is gone then, or has other effects.
  const change = opened && opened.status !== claim.status && timeline.findLast(({ status }) => status);
  const mine = isHeld ? [] : actions.filter(({ right }) => rights.includes(right));
  const isPaymentMine = !isHeld && payment !== null && rights.includes(payment.right);
  const isCorrectionMine = !isHeld && listCorrectable(claim).length > 0 && rights.includes('payments');
  const isReturnable = claim.unsettled !== null && isClosedStatus(claim.status);
  const isReturnMine = !isHeld && isReturnable && rights.includes('refunds');
  const { refundDestination: destination } = claim;
  const isDestinationMine = !isHeld && destination !== null && rights.includes(destination.right);
  const [conflict, setConflict] = useState<string | null>(null);
  const problem =
    conflict ??
    (taker && `Заявку забрал ${taker.name}, ${formatDateTime(taker.at)}`) ??
    (change ? describeChange({ code: 'claim_changed', ...change, status: claim.status }) : null);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (problem !== null && document.activeElement === document.body) ref.current?.focus();
  }, [problem, claim.status]);
  const choose = (name: string | null) => {
    setConflict(null);
    setOpened(name === null ? null : { name, status: claim.status });
  };
  const sendChange: ClaimForm['onSend'] = async send => {
    setConflict(null);
    try {
      const changed = await send();
      setOpened(null);
      onChanged(changed);
    } catch (error) {
      const text = describeConflict(error);
      if (text === null) throw error;
      setConflict(text);
      onStale();
    }
  };
  const { likelyAction: likely } = claim;
  const buttons = [
    ...(isReturnMine ? [{ name: RETURN, text: RETURN_TEXT }] : []),
    ...(isPaymentMine ? [{ name: PAYMENT, text: 'Записать платёж' }] : []),
    ...(isDestinationMine ? [{ name: DESTINATION, text: DESTINATION_TEXT }] : []),
    ...mine.map(({ to }) => ({ name: to, text: getActionText(to) })),
    ...(isCorrectionMine ? [{ name: CORRECTION, text: CORRECTION_TEXT }] : []),
  ].toSorted((a, b) => Number(b.name === likely) - Number(a.name === likely));
  // A refund is not closed without a destination: its action leads to the form.
  const isUnnamed = chosen === 'refunded' && destination?.known === null;
  const action = isUnnamed ? undefined : mine.find(({ to }) => to === chosen);
  const props = { claim, onSend: sendChange, onClose: () => choose(null) };
  return (
    <section className="claim-actions" aria-labelledby="claim-actions" ref={ref} tabIndex={-1}>
      <h2 id="claim-actions">Что сделать</h2>
      {buttons.length === 0 && <p className="section-text">{describeNothing(claim)}</p>}
      {isReturnable && !isReturnMine && !isHeld && (
        <p className="section-text">Деньги без заявки возвращает кассир.</p>
      )}
      <ul className="claim-action-list">
        {buttons.map(({ name, text }) => (
          <ActionButton
            key={name}
            text={text}
            name={name}
            chosen={chosen}
            isPrimary={name === likely}
            onChoose={choose}
          />
        ))}
      </ul>
      <ErrorNote text={problem} />
      {action && <StatusForm key={action.to} action={action} {...props} />}
      <Suspense fallback={null}>
        {isDestinationMine && (isUnnamed || chosen === DESTINATION) && (
          <RefundDestinationForm destination={destination} {...props} />
        )}
        {chosen === RETURN && isReturnMine && <ReturnForm {...props} />}
        {chosen === CORRECTION && isCorrectionMine && <CorrectionForm {...props} />}
      </Suspense>
      {chosen === PAYMENT && isPaymentMine && <PaymentForm {...props} />}
    </section>
  );
}

/** Why a person can do nothing. */
function describeNothing({ holder, actions, payment }: OperatorClaimDetail): string {
  if (holder !== null && !holder.isMe)
    return `Заявка у ${holder.name}. Чтобы работать с ней, заберите её себе.`;
  return actions.length + Number(payment !== null) === 0
    ? 'Заявка закрыта: с ней ничего не сделать.'
    : 'Это делает сотрудник с другой ролью.';
}
