import { useId, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { useAccount } from '../../account/accountContext.ts';
import type { CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useValueForm } from '../rates/useValueForm.tsx';

/** A value of a method. */
export type MethodField = 'fee' | 'closed';

interface MethodFormProps {
  /** Called with a message. */
  onSaved: (text: string) => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}

/** The fee of a currency in which partners are not paid yet, as the server compares it. */
const NO_FEE = '0.0000';

/** Pays partners in another currency. */
export function AddMethodForm({
  currencies,
  ...props
}: MethodFormProps & { currencies: readonly CurrencyOption[] }) {
  const [code, setCode] = useState(currencies[0]?.code ?? '');
  const id = useId();
  const currency = currencies.find(one => one.code === code);
  return (
    <div className="claim-action-form">
      <div className="form-field">
        <label htmlFor={id}>Валюта</label>
        <select id={id} value={code} onChange={({ target }) => setCode(target.value)}>
          {currencies.map(one => (
            <option key={one.code} value={one.code}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      {currency && (
        <MethodForm key={code} code={code} name={currency.label} field="fee" present={NO_FEE} {...props} />
      )}
    </div>
  );
}

/** Changes the fee of a currency, closes it with a reason, or opens it. */
export function MethodForm({
  code,
  name,
  field,
  present: presentNow,
  onSaved,
  onStale,
}: MethodFormProps & { code: string; name: string; field: MethodField; present: string }) {
  const { api } = useAccount();
  // Somebody else may change it while the form is open: it must not turn into the opposite.
  const [present] = useState(presentNow);
  const isFee = field === 'fee';
  const isOpening = !isFee && present !== '';
  const isNew = present === NO_FEE;
  const [typed, setTyped] = useState(isFee && !isNew ? localizeDecimal(present) : '');
  const value = isFee ? normalizeDecimal(typed) : isOpening ? '' : typed.trim();
  const { form, endNote } = useValueForm({
    present,
    value,
    isRequired: isFee,
    send: (body, options) =>
      sendCall(api, changeValueCall, { table: 'methods', key: code, field, body, ...options }),
    onSaved: () =>
      onSaved(
        isFee ? `${name}: комиссия ${formatUsd(value)}.` : `${name}: ${isOpening ? 'открыто' : 'закрыто'}.`,
      ),
    onStale: text => onStale(`${name}. ${text}`),
  });
  const text = isFee ? 'Сохранить' : isOpening ? 'Открыть' : 'Закрыть';
  return (
    <form
      {...form.props}
      className={isNew ? 'rate-editor' : 'claim-action-form rate-editor'}
      aria-label={`${name}: ${text}`}
    >
      {isOpening ? (
        <p className="section-text">Партнёры снова смогут выбрать эту валюту.</p>
      ) : (
        <TextField
          form={form}
          name="value"
          label={isFee ? 'Комиссия, $' : 'Причина'}
          hint={
            isFee
              ? 'Столько стоит выплата партнёру. 0\u00a0— без комиссии. Закрытая валюта откроется.'
              : 'Партнёры прочтут её. Открытые выплаты идут дальше.'
          }
          inputMode={isFee ? 'decimal' : 'text'}
          autoComplete="off"
          maxLength={isFee ? 20 : 200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {endNote}
      <FormEnd form={form} text={text} sendingText="Записываем…" />
    </form>
  );
}
