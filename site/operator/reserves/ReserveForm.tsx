import { useState } from 'react';
import * as v from 'valibot';
import { ApiError, toErrorCode } from '#core/api/apiError.ts';
import { sendCall } from '#core/api/sendCall.ts';
import {
  changeReserveCall,
  ReserveConflict,
  type OperatorReserve,
  type ReserveChange,
} from '#core/contract/operator/reserves.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { calculateReserveChange, type ReserveOperation } from '#core/operator/reserveChange.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { useAccount } from '../../account/accountContext.ts';
import { listErrors } from '../../auth/validateFields.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { ActionForm } from '../ActionForm.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';

const OPERATIONS: readonly { value: ReserveOperation; label: string }[] = [
  { value: 'set', label: 'Задать всю сумму' },
  { value: 'add', label: 'Прибавить' },
  { value: 'subtract', label: 'Вычесть' },
];

/** Changes the total of a reserve, with the effect in words before it is done. */
export function ReserveForm({
  reserve,
  onChanged,
  onStale,
}: {
  reserve: OperatorReserve;
  onChanged: (reserve: OperatorReserve) => void;
  /** Called when the total has changed since the form was opened. */
  onStale: () => void;
}) {
  /** The total that the person saw when the form was opened; null: it is closed. */
  const [seen, setSeen] = useState<string | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  /** The change that takes back the last one; null: none. */
  const [undo, setUndo] = useState<ReserveChange | null>(null);
  const show = (changed: OperatorReserve, taken: ReserveChange | null) => {
    setUndo(taken);
    const text = `Готово: теперь всего ${formatMoney(changed.amount, changed.currency)}.`;
    setNotice({ text, isRefusal: false });
    onChanged(changed);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-expanded={seen !== null}
        onClick={() => {
          setNotice(NO_NOTICE);
          setUndo(null);
          setSeen(seen === null ? reserve.amount : null);
        }}
      >
        Изменить резерв
      </button>
      <ListNotice notice={notice} />
      {undo && (
        <UndoButton
          reserve={reserve}
          change={undo}
          onChanged={changed => show(changed, null)}
          onStale={onStale}
        />
      )}
      {seen !== null && (
        <ChangeForm
          reserve={{ ...reserve, amount: seen }}
          onChanged={changed => {
            setSeen(null);
            show(changed, { value: seen, seen: changed.amount, force: true });
          }}
          onStale={amount => {
            if (amount !== undefined) setSeen(amount);
            onStale();
          }}
          onClose={() => setSeen(null)}
        />
      )}
    </>
  );
}

/** Sets the total as it was, unless it has changed since. */
function UndoButton({
  reserve: { code, currency },
  change,
  onChanged,
  onStale,
}: {
  reserve: OperatorReserve;
  change: ReserveChange;
  onChanged: (reserve: OperatorReserve) => void;
  onStale: () => void;
}) {
  const { api } = useAccount();
  const { value } = change;
  const format = (amount: string) => formatMoney(amount, currency);
  const { isSending, errorText, send } = useButtonRequest(
    error => parseConflict(error)?.text(format) ?? formatStaffMessage(toErrorCode(error)),
  );
  return (
    <div>
      <button
        type="button"
        className="button quiet numeric"
        aria-disabled={isSending}
        onClick={() =>
          void send(async () => {
            try {
              onChanged(await sendCall(api, changeReserveCall, { code, body: change }));
            } catch (error) {
              if (parseConflict(error)) onStale();
              throw error;
            }
          })
        }
      >
        Вернуть как было: {format(value)}
      </button>
      <ErrorNote text={errorText} />
    </div>
  );
}

function ChangeForm({
  reserve,
  onChanged,
  onStale,
  onClose,
}: {
  /** With the total that the person saw. */
  reserve: OperatorReserve;
  onChanged: (reserve: OperatorReserve) => void;
  /** Called with the total of now, if it is another one. */
  onStale: (amount: string | undefined) => void;
  onClose: () => void;
}) {
  const { api } = useAccount();
  const { code, currency, held } = reserve;
  const [operation, setOperation] = useState<ReserveOperation>('set');
  const [typed, setTyped] = useState('');
  const [conflict, setConflict] = useState<string | null>(null);
  /** The total that was refused as suspicious; null: none. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const format = (amount: string) => formatMoney(amount, currency);
  const change = calculateReserveChange(reserve, operation, typed);
  const isDoubtful = change !== null && change.amount === doubted;
  const form = useForm({
    fieldNames: ['value', 'force'],
    validate: () => {
      setConflict(null);
      return listErrors({ value: describeInvalid(change, held, format) });
    },
    async send({ force }, { signal }) {
      const value = change?.amount ?? '';
      const body = { value, seen: reserve.amount, force: isDoubtful && force === 'true' };
      try {
        onChanged(await sendCall(api, changeReserveCall, { code, body, signal }));
      } catch (error) {
        const facts = parseConflict(error);
        if (!facts) throw error;
        setDoubted(facts.isDoubt ? value : null);
        setConflict(facts.text(format));
        onStale(facts.amount);
      }
    },
  });
  return (
    <ActionForm form={form} label="Изменить резерв" onClose={onClose}>
      <SelectField
        form={form}
        name="operation"
        label="Что сделать"
        options={OPERATIONS}
        value={operation}
        onChange={value => setOperation(OPERATIONS.find(one => one.value === value)?.value ?? 'set')}
      />
      <TextField
        form={form}
        name="value"
        label={`Сумма, ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="status">
        <ul className="claim-effects numeric">
          <li>Было {format(reserve.amount)}</li>
          {change && !change.isTooSmall && <li>Станет {format(change.amount)}</li>}
          <li>Удержано {format(held)}</li>
          {change && !change.isTooSmall && <li>Свободно станет {format(change.free)}</li>}
        </ul>
      </div>
      <ErrorNote text={conflict} />
      {isDoubtful && (
        <Checkbox form={form} name="force">
          Всё равно задать эту сумму
        </Checkbox>
      )}
    </ActionForm>
  );
}

function describeInvalid(
  change: ReturnType<typeof calculateReserveChange>,
  held: string,
  format: (amount: string) => string,
): string | null {
  if (!change) return formatStaffMessage('number_format');
  return change.isTooSmall ? `${formatStaffMessage('reserve_held')}: ${format(held)}` : null;
}

/** The figures of a conflict, and its text; null for another error. */
function parseConflict(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const parsed = v.safeParse(ReserveConflict, error.body);
  if (!parsed.success) return null;
  const { amount, held } = parsed.output;
  const figure = amount ?? held;
  return {
    amount,
    isDoubt: error.code === 'reserve_far',
    text: (format: (amount: string) => string) =>
      [formatStaffMessage(error.code), figure && format(figure)].filter(Boolean).join(': '),
  };
}
