import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Cancels an unpaid claim, after a confirmation. */
export function CancelClaim({
  context: { claimModel },
  claim,
}: {
  context: ScreenContext;
  claim: ClaimStatus;
}) {
  useSignals();
  const [step, setStep] = useState<'closed' | 'asked' | 'refused'>('closed');
  const wasOpen = useRef(false);
  const firstButtonRef = useRef<HTMLButtonElement>(null);
  const isCancelling = claimModel.isCancelling.value;
  const isOpen = step !== 'closed';
  useEffect(() => {
    // The confirmation replaces the pressed button, so it takes the focus; so does the button afterwards.
    if (wasOpen.current !== isOpen) {
      firstButtonRef.current?.focus({ preventScroll: true });
      // Only as far as needed, also from under a fixed bar of the page that has a scroll padding.
      firstButtonRef.current?.scrollIntoView({ block: 'nearest' });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!getAllowedActions(claim).includes('cancel')) return null;
  if (!isOpen)
    return (
      <button className="button text" type="button" ref={firstButtonRef} onClick={() => setStep('asked')}>
        Отменить заявку
      </button>
    );
  const confirmCancellation = async () => {
    if (!isCancelling && !(await claimModel.cancelClaim())) setStep('refused');
  };
  return (
    <div role="group" aria-label="Отмена заявки">
      <Notice kind="warning" icon={ICON_PATHS.alert} role="alert">
        {step === 'refused'
          ? 'Отменить не получилось. Повторите или напишите в поддержку.'
          : 'Отменить заявку? Если деньги уже переведены, не отменяйте: дождитесь, пока мы их увидим.'}
      </Notice>
      <button
        className="button secondary"
        type="button"
        aria-disabled={isCancelling || undefined}
        ref={firstButtonRef}
        onClick={() => setStep('closed')}
      >
        Не отменять
      </button>
      <button
        className="button text"
        type="button"
        aria-disabled={isCancelling || undefined}
        onClick={() => void confirmCancellation()}
      >
        {isCancelling ? 'Отменяем…' : 'Да, отменить заявку'}
      </button>
    </div>
  );
}
