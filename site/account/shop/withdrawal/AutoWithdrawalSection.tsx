import { useRef, useState } from 'react';
import type { LoadedWithdrawals } from '#core/account/referral/createWithdrawals.ts';
import { listPayoutTargets, type PayoutTarget } from '#core/account/referral/payoutTarget.ts';
import { sendCall } from '#core/api/sendCall.ts';
import {
  removeAutoWithdrawalCall,
  setAutoWithdrawalCall,
  type AutoWithdrawal,
} from '#core/contract/account/withdrawals.ts';
import { parseAmount } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { FormEnd } from '../../../elements/form/FormEnd.tsx';
import { TextField } from '../../../elements/form/TextField.tsx';
import { useAccount } from '../../accountContext.ts';
import { ConfirmationFields } from '../../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../confirmation/useConfirmedForm.ts';
import { SelectField } from '../../../elements/form/SelectField.tsx';
import { ConfirmedAction } from '../api/ConfirmedAction.tsx';
import { findAmountError, formatTarget, listTargetOptions, toTypedText } from './WithdrawForm.tsx';

/** The amount that starts an automatic withdrawal: the setting, and the forms that change it. */
export function AutoWithdrawalSection({
  loaded,
  auto,
  onChanged,
}: {
  loaded: LoadedWithdrawals;
  auto: AutoWithdrawal | null;
  onChanged: () => void;
}) {
  const { api } = useAccount();
  const [action, setAction] = useState<'edit' | 'remove' | null>(null);
  const [doneText, setDoneText] = useState('');
  const statusRef = useRef<HTMLParagraphElement>(null);
  const targets = listPayoutTargets(loaded);
  const target = targets.find(({ requisite }) => requisite.id === auto?.requisite);
  const finish = (text: string) => {
    setAction(null);
    setDoneText(text);
    // The form is removed.
    statusRef.current?.focus();
    onChanged();
  };
  return (
    <>
      <p className="section-text">
        {auto
          ? `Когда наберётся ${formatUsd(auto.summa)}, выведем всё доступное: ${target ? formatTarget(target) : 'на выбранный реквизит'}.`
          : 'Выводите без запросов: когда доступная сумма дойдёт до вашей, выведем её на сохранённый реквизит и пришлём письмо.'}
      </p>
      <p className="form-hint auto-withdrawal-status" role="status" ref={statusRef} tabIndex={-1}>
        {doneText}
      </p>
      {action === null && (targets.length > 0 || auto) && (
        <div className="withdrawal-dialog-buttons">
          <button type="button" className="button" onClick={() => setAction('edit')}>
            {auto ? 'Изменить' : 'Включить автоматический вывод'}
          </button>
          {auto && (
            <button type="button" className="button quiet" onClick={() => setAction('remove')}>
              Выключить
            </button>
          )}
        </div>
      )}
      {targets.length === 0 && !auto && <p className="form-hint">Для этого сохраните реквизит.</p>}
      {action === 'edit' && targets.length > 0 && (
        <AutoWithdrawalForm
          targets={targets}
          minimum={loaded.withdrawals.minimum}
          auto={auto}
          onSet={() => finish('Автоматический вывод включён.')}
          onCancel={() => setAction(null)}
        />
      )}
      {action === 'remove' && (
        <ConfirmedAction
          label="Выключить автоматический вывод"
          hint="Деньги останутся на партнёрском счёте: выводите их сами."
          text="Выключить"
          sendingText="Выключаем…"
          onSend={async () => {
            await sendCall(api, removeAutoWithdrawalCall);
            finish('Автоматический вывод выключен.');
          }}
          onCancel={() => setAction(null)}
        />
      )}
    </>
  );
}

function AutoWithdrawalForm({
  targets,
  minimum,
  auto,
  onSet,
  onCancel,
}: {
  targets: readonly PayoutTarget[];
  minimum: string;
  auto: AutoWithdrawal | null;
  onSet: () => void;
  onCancel: () => void;
}) {
  const { api } = useAccount();
  const first = targets.length === 1 ? (targets[0]?.requisite.id ?? '') : '';
  const known = targets.some(({ requisite }) => requisite.id === auto?.requisite)
    ? auto?.requisite
    : undefined;
  const [requisite, setRequisite] = useState(known ?? first);
  const [typed, setTyped] = useState(toTypedText(auto?.summa ?? minimum));
  const form = useConfirmedForm({
    fieldNames: ['requisite', 'summa'],
    validate: values => ({
      ...(values.requisite ? {} : { requisite: 'Выберите из списка' }),
      ...findAmountError(values.summa ?? '', { minimum }),
    }),
    async send(values, { signal }) {
      const amount = parseAmount(values.summa ?? '');
      if (!amount.ok) return;
      await sendCall(api, setAutoWithdrawalCall, {
        body: { requisite: values.requisite ?? '', summa: amount.text },
        signal,
      });
      onSet();
    },
  });
  return (
    <form {...form.props} className="withdraw-form" aria-label="Автоматический вывод">
      <SelectField
        form={form}
        name="requisite"
        label="Реквизит"
        options={listTargetOptions(targets)}
        value={requisite}
        onChange={setRequisite}
        isFocused
      />
      <TextField
        form={form}
        name="summa"
        label="Выводить от суммы, $"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        hint={<>От {formatUsd(minimum)}. Выведем всё доступное, не только эту сумму.</>}
      />
      <ConfirmationFields form={form} />
      <FormEnd form={form} text="Включить" sendingText="Включаем…" isQuiet />
      <button type="button" className="button quiet" onClick={onCancel}>
        Отмена
      </button>
    </form>
  );
}
