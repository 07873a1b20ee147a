import { useState } from 'react';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import type { CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useValueForm } from '../values/useValueForm.tsx';
import type { ActionEnd } from '../values/ValueAction.tsx';
import { ValueEditor } from '../values/ValueEditor.tsx';

/** The fee of a currency in which partners are not paid yet, as the server compares it. */
const NO_FEE = '0.0000';

/** Pays partners in another currency. */
export function AddMethodForm({
  currencies,
  ...props
}: ActionEnd & { currencies: readonly CurrencyOption[] }) {
  const [code, setCode] = useState(currencies[0]?.code ?? '');
  const currency = currencies.find(one => one.code === code);
  return (
    <div className="claim-action-form">
      <SelectField
        label="Валюта"
        options={currencies.map(one => ({ value: one.code, label: one.label }))}
        value={code}
        onChange={setCode}
      />
      {currency && <FeeForm key={code} code={code} name={currency.label} present={NO_FEE} {...props} />}
    </div>
  );
}

/** Changes the fee of a currency. */
export function FeeForm({
  code,
  name,
  present: presentNow,
  onClose,
  onSaved,
  onStale,
}: ActionEnd & { code: string; name: string; present: string }) {
  // What somebody else changes while the form is open is a conflict.
  const [present] = useState(presentNow);
  const [typed, setTyped] = useState(present === NO_FEE ? '' : localizeDecimal(present));
  const value = normalizeDecimal(typed);
  const valueForm = useValueForm({
    target: { table: 'methods', key: code, field: 'fee' },
    present,
    value,
    isRequired: true,
    onSaved: () => onSaved(`${name}: комиссия ${formatUsd(value)}.`),
    onStale: text => onStale(`${name}. ${text}`),
  });
  return (
    <ValueEditor label={`${name}: Сохранить`} valueForm={valueForm} onClose={onClose}>
      <TextField
        form={valueForm.form}
        name="value"
        label="Комиссия, $"
        hint="Столько стоит выплата партнёру. 0 — без комиссии. Закрытая валюта откроется."
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ValueEditor>
  );
}
