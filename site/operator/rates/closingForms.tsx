import { useId, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { CurrencyClosing } from '#core/contract/operator/closing.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { EffectList } from '../ActionButton.tsx';
import { useValueForm } from './useValueForm.tsx';

/** The side of an exchange that a currency is closed on. */
export type Direction = 'send' | 'receive';

/** What is closed, as staff reads it. */
export const DIRECTION_TEXTS: Readonly<Record<Direction, { closed: string; option: string }>> = {
  send: { closed: 'не\u00a0принимаем', option: 'Клиенты отдают' },
  receive: { closed: 'не\u00a0выплачиваем', option: 'Клиенты получают' },
};

/** A currency that is closed in one direction. */
export interface ClosedDirection {
  code: string;
  name: string;
  field: Direction;
  /** The reason that visitors read. */
  sentence: string;
}

/** What the forms need beside their subject. */
export interface ClosingFormProps {
  /** Called with a message after a change. */
  onSaved: (message: string) => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}

/** The form that gives the target a value. */
function useTargetForm(
  target: { table: string; key: string; field: string },
  { message, ...value }: { present: string; value: string; isRequired?: boolean; message: string },
  { onSaved, onStale }: ClosingFormProps,
) {
  const { api } = useAccount();
  return useValueForm({
    ...value,
    send: (body, options) => sendCall(api, changeValueCall, { ...target, body, ...options }),
    onSaved: () => onSaved(message),
    onStale,
  });
}

const OPENING_EFFECTS = ['Посетители снова увидят курсы и\u00a0смогут создать заявку'];

const MAINTENANCE_EFFECTS = [
  'Посетители увидят страницу технических работ, новых заявок не\u00a0создать',
  'Выгрузки курсов станут пустыми',
  'Открытые заявки видны, и\u00a0сроки их\u00a0оплаты идут',
];

/** Turns maintenance on or off, with what visitors see. */
export function MaintenanceForm({
  isMaintenance: isNow,
  ...props
}: ClosingFormProps & { isMaintenance: boolean }) {
  // Somebody else may change it while the form is open: it must not turn into the opposite.
  const [isMaintenance] = useState(isNow);
  const text = isMaintenance ? 'Открыть обменник' : 'Закрыть на\u00a0техработы';
  const { form, endNote } = useTargetForm(
    { table: 'exchange', key: 'exchange', field: 'maintenance' },
    {
      present: isMaintenance ? 'on' : 'off',
      value: isMaintenance ? 'off' : 'on',
      message: isMaintenance ? 'Обменник открыт.' : 'Обменник закрыт на\u00a0технические работы.',
    },
    props,
  );
  return (
    <form {...form.props} className="claim-action-form" aria-label={text}>
      <EffectList texts={isMaintenance ? OPENING_EFFECTS : MAINTENANCE_EFFECTS} />
      {endNote}
      <FormEnd form={form} text={text} sendingText="Записываем…" />
    </form>
  );
}

/** Closes a currency in one direction with a reason. */
export function CloseCurrency({
  currencies,
  ...props
}: ClosingFormProps & { currencies: readonly CurrencyClosing[] }) {
  const [code, setCode] = useState(currencies[0]?.code ?? '');
  const [field, setField] = useState<Direction>('send');
  const currency = currencies.find(one => one.code === code);
  const id = useId();
  return (
    <div className="claim-action-form">
      <div className="form-field">
        <label htmlFor={`${id}-code`}>Валюта</label>
        <select id={`${id}-code`} value={code} onChange={({ target }) => setCode(target.value)}>
          {currencies.map(one => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <div className="form-field">
        <label htmlFor={`${id}-field`}>Направление</label>
        <select
          id={`${id}-field`}
          value={field}
          onChange={({ target }) => setField(target.value === 'receive' ? 'receive' : 'send')}
        >
          <option value="send">{DIRECTION_TEXTS.send.option}</option>
          <option value="receive">{DIRECTION_TEXTS.receive.option}</option>
        </select>
      </div>
      {currency && <CloseForm key={`${code} ${field}`} currency={currency} field={field} {...props} />}
    </div>
  );
}

function CloseForm({
  currency: { code, name, ...closings },
  field,
  ...props
}: ClosingFormProps & { currency: CurrencyClosing; field: Direction }) {
  const [reason, setReason] = useState(closings[field] ?? '');
  const { form, endNote } = useTargetForm(
    { table: 'currencies', key: code, field },
    { present: closings[field] ?? '', value: reason.trim(), isRequired: true, message: `Закрыто: ${name}.` },
    props,
  );
  return (
    <form {...form.props} aria-label="Закрыть валюту">
      <TextField
        form={form}
        name="value"
        label="Причина"
        hint="Посетители прочтут её вместо курса. Начатые заявки идут дальше."
        autoComplete="off"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {endNote}
      <FormEnd form={form} text="Закрыть валюту" sendingText="Записываем…" />
    </form>
  );
}

/** Opens a currency in one direction again. */
export function OpenCurrencyForm({
  closed: { code, name, field, sentence },
  ...props
}: ClosingFormProps & { closed: ClosedDirection }) {
  const { form, endNote } = useTargetForm(
    { table: 'currencies', key: code, field },
    { present: sentence, value: '', message: `Открыто: ${name}.` },
    props,
  );
  return (
    <form
      {...form.props}
      className="claim-action-form"
      aria-label={`Открыть ${name}: ${DIRECTION_TEXTS[field].option}`}
    >
      <EffectList texts={OPENING_EFFECTS} />
      {endNote}
      <FormEnd form={form} text="Открыть" sendingText="Записываем…" />
    </form>
  );
}
