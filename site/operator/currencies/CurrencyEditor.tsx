import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { CurrencyValue, OperatorCurrency } from '#core/contract/operator/currencies.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useValueForm } from '../rates/useValueForm.tsx';
import {
  CONGESTION_TEXTS,
  CURRENCY_FIELD_TEXTS,
  formatCurrencyValue,
  toCurrencyValue,
  toFieldText,
} from './currencyFields.ts';

/** Edits one value of a currency. */
export function CurrencyEditor({
  currency: { code, currency: ticker },
  value,
  onClose,
  onChanged,
}: {
  currency: OperatorCurrency;
  value: CurrencyValue;
  /** Called with a message when the editor ends. */
  onClose: (message: string) => void;
  /** Called when the value has changed, by this person or another. */
  onChanged: () => void;
}) {
  const { api } = useAccount();
  const { field, value: present } = value;
  const [typed, setTyped] = useState(toFieldText(field, present));
  const { name, hint, kind } = CURRENCY_FIELD_TEXTS[field];
  const { form, endNote } = useValueForm({
    present,
    value: toCurrencyValue(field, typed),
    isRequired: true,
    send: (body, options) =>
      sendCall(api, changeValueCall, { table: 'currencies', key: code, field, body, ...options }),
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose(`${name}: сохранено.`);
    },
  });
  return (
    <form
      {...form.props}
      className="claim-action-form rate-editor"
      aria-label={`${name} ${code}`}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose('');
      }}
    >
      <p className="section-text numeric">Сейчас: {formatCurrencyValue(value, ticker)}</p>
      {kind === 'choice' ? (
        <SelectField
          form={form}
          name="value"
          label={name}
          hint={hint}
          options={CONGESTION_TEXTS.map((label, at) => ({ value: String(at), label }))}
          value={typed}
          onChange={setTyped}
        />
      ) : (
        <TextField
          form={form}
          name="value"
          label={kind === 'amount' ? `${name}, ${ticker}` : name}
          hint={hint}
          inputMode={kind === 'amount' ? 'decimal' : kind === 'count' ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={500}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {endNote}
      <div className="claim-action-list">
        <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" />
        <button type="button" className="button quiet" onClick={() => onClose('')}>
          Отмена <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
