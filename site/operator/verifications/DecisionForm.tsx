import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import {
  decideVerificationCall,
  type OperatorVerification,
  type VerificationDecisionBody,
} from '#core/contract/operator/verifications.ts';
import { useAccount } from '../../account/accountContext.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { describeConflict } from '../claim/describeConflict.ts';
import { ActionForm } from '../ActionForm.tsx';

/** Usual reasons, as the client reads them. */
const REASONS: readonly string[] = [
  'На фото не видно номер заявки. Откройте на экране страницу заявки и снимите карту рядом с ней.',
  'Цифры карты не читаются. Снимите карту при свете, без бликов.',
  'На фото другая карта. Снимите карту, с которой платите.',
  'Карта обрезана. Снимите её целиком.',
];

const MAX_REASON_LENGTH = 500;

/** Approves the card after a second press, or rejects it with a sentence for the client. */
export function DecisionForm({
  verification: { id, bin, last4, owner, claim },
  onDecided,
  onStale,
}: {
  verification: OperatorVerification;
  onDecided: (decided: OperatorVerification) => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}) {
  const { api } = useAccount();
  const [decision, setDecision] = useState<VerificationDecisionBody['decision'] | null>(null);
  const [reason, setReason] = useState('');
  const decide = async (body: VerificationDecisionBody) => {
    try {
      onDecided(await sendCall(api, decideVerificationCall, { id, body }));
    } catch (error) {
      const text = describeConflict(error);
      if (text === null) throw error;
      onStale(text);
    }
  };
  const choose = (chosen: VerificationDecisionBody['decision']) =>
    setDecision(decision === chosen ? null : chosen);
  const approval = useForm({
    fieldNames: [],
    validate: () => ({}),
    send: () => decide({ decision: 'approve' }),
  });
  const form = useForm({
    fieldNames: ['reason'],
    validate: values => listErrors({ reason: findEmptyError(values.reason?.trim()) }),
    send: ({ reason: text = '' }) => decide({ decision: 'reject', reason: text }),
  });
  return (
    <>
      <div className="claim-action-list">
        <button
          type="button"
          className={decision === null ? 'button primary' : 'button'}
          aria-expanded={decision === 'approve'}
          onClick={() => choose('approve')}
        >
          Подтвердить карту
        </button>
        <button
          type="button"
          className="button"
          aria-expanded={decision === 'reject'}
          onClick={() => choose('reject')}
        >
          Отклонить
        </button>
      </div>
      {decision === 'approve' && (
        <ActionForm
          form={approval}
          label="Подтвердить карту"
          sendingText="Подтверждаем…"
          onClose={() => setDecision(null)}
        >
          <p className="section-text numeric" data-focus tabIndex={-1}>
            Карта {bin} … {last4}, клиент {owner ?? 'без почты'}. Отменить это нельзя
            {claim && `: заявка № ${claim.publicNumber} сразу пойдёт дальше`}.
          </p>
        </ActionForm>
      )}
      {decision === 'reject' && (
        <form {...form.props} className="claim-action-form" aria-label="Отклонить карту">
          <p className="section-text">Клиент прочтёт причину и сможет прислать новые фото.</p>
          <ul className="reason-list">
            {REASONS.map(text => (
              <li key={text}>
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => {
                    setReason(text);
                    form.removeError('reason');
                  }}
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
          <TextField
            form={form}
            name="reason"
            label="Причина для клиента"
            maxLength={MAX_REASON_LENGTH}
            autoComplete="off"
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
          <FormEnd form={form} text="Отклонить карту" sendingText="Отклоняем…" />
        </form>
      )}
    </>
  );
}
