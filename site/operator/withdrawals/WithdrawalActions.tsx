import { useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import {
  changeWithdrawalCall,
  type OperatorWithdrawal,
  type WithdrawalAction,
} from '#core/contract/operator/withdrawals.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { ActionButton, EffectList } from '../ActionButton.tsx';
import { useStaff } from '../staffContext.ts';
import { describeWithdrawalRefusal } from './withdrawalRefusal.ts';

type ActionName = WithdrawalAction['action'];

const ACTION_TEXTS: Readonly<Record<ActionName, string>> = {
  begin: 'Начать выплату',
  pay: 'Выплачено',
  cancel: 'Отменить выплату',
};

/** The field of each form. Both texts are read by the partner. */
const FIELDS = {
  begin: null,
  pay: {
    name: 'reference',
    label: 'Номер перевода',
    hint: 'Хеш или номер перевода в банке. Партнёр увидит его.',
  },
  cancel: { name: 'reason', label: 'Причина для партнёра', hint: 'Что не так, одним предложением.' },
} as const;

/** What an action does, a sentence each. */
function listEffects(action: ActionName, { summa, to, toSumma, begunAt, isAutomatic }: OperatorWithdrawal) {
  switch (action) {
    case 'begin':
      return ['Партнёр больше не сможет отменить выплату', 'Появится, куда платить: отправьте деньги сразу'];
    case 'pay':
      return [
        `Резерв ${formatSide(to)}: спишем ${formatMoney(toSumma, to.currency)}`,
        'Партнёр получит письмо',
      ];
    case 'cancel':
      return [
        ...(begunAt === null ? [] : ['Отменяйте, только если деньги не отправлены']),
        `${formatUsd(summa)} вернутся на счёт партнёра`,
        'Партнёр получит письмо с причиной',
        ...(isAutomatic ? ['Автоматический вывод партнёра выключится'] : []),
      ];
  }
}

/** What can be done with an open withdrawal, each action with its effects before it is done. */
export function WithdrawalActions({
  withdrawal,
  onChanged,
  onRefused,
}: {
  withdrawal: OperatorWithdrawal;
  onChanged: (withdrawal: OperatorWithdrawal) => void;
  /** Called if it is not as it is shown. `text`: who has decided on it, if it is no longer open. */
  onRefused: (text: string | null) => void;
}) {
  const { rights } = useStaff();
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [doneText, setDoneText] = useState('');
  const statusRef = useRef<HTMLParagraphElement>(null);
  const { begunAt } = withdrawal;
  const actions = [begunAt === null ? 'begin' : 'pay', 'cancel'] as const;
  const action = actions.find(name => name === chosen);
  const choose = (name: string | null) => {
    setRefusal(null);
    setChosen(name);
  };
  const send = async (request: () => Promise<OperatorWithdrawal>) => {
    setRefusal(null);
    try {
      const changed = await request();
      choose(null);
      setDoneText('Выплата начата. Отправьте деньги и нажмите «Выплачено».');
      // The form is removed.
      statusRef.current?.focus();
      onChanged(changed);
    } catch (error) {
      const refused = describeWithdrawalRefusal(error);
      if (!refused) throw error;
      setRefusal(refused.text);
      // The refresh may remove the form.
      statusRef.current?.focus();
      onRefused(refused.isDecided ? refused.text : null);
    }
  };
  if (!rights.includes('payouts')) return <p className="section-text">Выплачивает кассир.</p>;
  return (
    <div>
      <p className="form-hint" role="status" ref={statusRef} tabIndex={-1}>
        {begunAt !== null && doneText}
      </p>
      <ul className="claim-action-list">
        {actions.map(name => (
          <ActionButton key={name} text={ACTION_TEXTS[name]} name={name} chosen={chosen} onChoose={choose} />
        ))}
      </ul>
      {action && (
        <WithdrawalForm
          key={action}
          action={action}
          withdrawal={withdrawal}
          onSend={send}
          onClose={() => choose(null)}
        />
      )}
      <ErrorNote text={refusal} />
    </div>
  );
}

function WithdrawalForm({
  action,
  withdrawal,
  onSend,
  onClose,
}: {
  action: ActionName;
  withdrawal: OperatorWithdrawal;
  /** Sends a change, and shows its result, or why it is refused. Rejects with any other error. */
  onSend: (request: () => Promise<OperatorWithdrawal>) => Promise<void>;
  onClose: () => void;
}) {
  const { api } = useAccount();
  const field = FIELDS[action];
  const form = useConfirmedForm({
    fieldNames: field ? [field.name] : [],
    validate: values =>
      field ? listErrors({ [field.name]: findEmptyError(values[field.name]?.trim()) }) : {},
    async send({ reference = '', reason = '' }, { signal }) {
      const isBegun = withdrawal.begunAt !== null;
      const bodies = {
        begin: { action: 'begin' },
        pay: { action: 'pay', reference },
        cancel: { action: 'cancel', reason, isBegun },
      } as const;
      await onSend(() =>
        sendCall(api, changeWithdrawalCall, { id: withdrawal.id, body: bodies[action], signal }),
      );
    },
  });
  const text = ACTION_TEXTS[action];
  return (
    <ActionForm form={form} label={text} onClose={onClose}>
      <EffectList texts={listEffects(action, withdrawal)} />
      {field && (
        <TextField
          form={form}
          {...field}
          autoComplete="off"
          spellCheck={action === 'cancel'}
          maxLength={200}
        />
      )}
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
