import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { isCancellable } from '#core/claim/status.ts';
import type { Status } from '#core/claim/status.ts';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import type { Stage } from './stage.ts';

/** The quiet way out of a claim that is not paid, with a question before it. */
export function Cancel({ stage: { claim }, status }: { stage: Stage; status: Status }) {
  useSignals();
  const [step, setStep] = useState<'closed' | 'asked' | 'refused'>('closed');
  const asked = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const cancelling = claim.cancelling.value;
  const open = step !== 'closed';
  useEffect(() => {
    // The question stands where the person has just pressed, and so does what comes back in its place.
    if (asked.current !== open) first.current?.focus({ preventScroll: true });
    asked.current = open;
  }, [open]);
  if (!isCancellable(status)) return null;
  if (!open)
    return (
      <button className="btn txt" type="button" ref={first} onClick={() => setStep('asked')}>
        Отменить заявку
      </button>
    );
  const cancel = async () => {
    if (!cancelling && !(await claim.cancel())) setStep('refused');
  };
  return (
    <div role="group" aria-label="Отмена заявки">
      <Note kind="w" icon={paths.alert} role="alert">
        {step === 'refused'
          ? 'Отменить не получилось. Повторите или напишите в поддержку.'
          : 'Отменить заявку? Если деньги уже переведены, не\u00a0отменяйте: дождитесь, пока мы их увидим.'}
      </Note>
      <button
        className="btn sec"
        type="button"
        aria-disabled={cancelling || undefined}
        ref={first}
        onClick={() => setStep('closed')}
      >
        Не&nbsp;отменять
      </button>
      <button
        className="btn txt"
        type="button"
        aria-disabled={cancelling || undefined}
        onClick={() => void cancel()}
      >
        {cancelling ? 'Отменяем…' : 'Да, отменить заявку'}
      </button>
    </div>
  );
}
