import { useId, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { CurrencyClosing } from '#core/contract/operator/closing.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useValueForm } from './useValueForm.tsx';

/** The side of an exchange that a currency is closed on. */
export type Direction = 'send' | 'receive';

/** What is closed, as staff reads it. */
export const DIRECTION_TEXTS: Readonly<Record<Direction, { closed: string; option: string }>> = {
  send: { closed: 'не\u00a0принимаем', option: 'Клиенты отдают' },
  receive: { closed: 'не\u00a0выплачиваем', option: 'Клиенты получают' },
};

/** What is opened or closed: a currency in one direction, or the whole exchange. */
export type Target = { table: 'currencies'; key: string; field: Direction } | typeof EXCHANGE;

/** The whole exchange. */
export const EXCHANGE = { table: 'exchange', key: 'exchange', field: 'maintenance' } as const;

/** What the forms need beside their subject. */
export interface ClosingFormProps {
  /** Called with a message after a change. */
  onSaved: (message: string) => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}

/** The form that gives the target a value. */
function useTargetForm(
  target: Target,
  { present, value, message }: { present: string; value: string; message: string },
  { onSaved, onStale }: ClosingFormProps,
) {
  const { api } = useAccount();
  return useValueForm({
    present,
    value,
    send: (body, options) => sendCall(api, changeValueCall, { ...target, body, ...options }),
    onSaved: () => onSaved(message),
    onStale,
  });
}

/** Turns maintenance on or off, with what visitors see. */
export function MaintenanceForm({ isMaintenance, ...props }: ClosingFormProps & { isMaintenance: boolean }) {
  const text = isMaintenance ? 'Открыть обменник' : 'Закрыть на\u00a0техработы';
  const { form, endNote } = useTargetForm(
    EXCHANGE,
    {
      present: isMaintenance ? 'on' : 'off',
      value: isMaintenance ? 'off' : 'on',
      message: isMaintenance ? 'Обменник открыт.' : 'Обменник закрыт на\u00a0технические работы.',
    },
    props,
  );
  return (
    <form {...form.props} className="claim-action-form" aria-label={text}>
      <ul className="claim-effects">
        {isMaintenance ? (
          <li>Посетители снова увидят курсы и&nbsp;смогут создать заявку</li>
        ) : (
          <>
            <li>Посетители увидят страницу технических работ, новых заявок не&nbsp;создать</li>
            <li>Выгрузки курсов станут пустыми</li>
            <li>Открытые заявки видны, и&nbsp;сроки их&nbsp;оплаты идут</li>
          </>
        )}
      </ul>
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
    { present: closings[field] ?? '', value: reason.trim(), message: `Закрыто: ${name}.` },
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
  currency,
  field,
  ...props
}: ClosingFormProps & { currency: CurrencyClosing | undefined; field: Direction }) {
  const { code = '', name = '' } = currency ?? {};
  const { form, endNote } = useTargetForm(
    { table: 'currencies', key: code, field },
    { present: currency?.[field] ?? '', value: '', message: `Открыто: ${name}.` },
    props,
  );
  return (
    <form {...form.props} className="claim-action-form" aria-label={`Открыть ${name}`}>
      <p className="section-text">
        {DIRECTION_TEXTS[field].option} {name}: посетители снова увидят курсы и&nbsp;смогут создать заявку.
      </p>
      {endNote}
      <FormEnd form={form} text="Открыть" sendingText="Записываем…" />
    </form>
  );
}
