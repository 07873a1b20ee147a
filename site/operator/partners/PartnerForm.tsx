import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { OperatorPartner } from '#core/contract/operator/partners.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { EffectList } from '../ActionButton.tsx';
import { useValueForm } from '../rates/useValueForm.tsx';

const OFF_EFFECTS = [
  'Новые заявки по\u00a0его ссылкам ему не\u00a0засчитаются, открытые ничего не\u00a0принесут',
  'Ключи и\u00a0вебхуки остановятся, выплат не\u00a0будет',
];

const ON_EFFECTS = ['Всё снова заработает для\u00a0заявок, которые завершатся с\u00a0этого момента'];

/** Switches a partner off for a reason, or on. */
export function PartnerForm({
  partner: { id, offReason },
  name,
  onSaved,
  onStale,
}: {
  partner: OperatorPartner;
  /** The partner, for people. */
  name: string;
  /** Called with a message. */
  onSaved: (text: string) => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}) {
  const { api } = useAccount();
  // Somebody else may change it while the form is open: it must not turn into the opposite.
  const [present] = useState(offReason ?? '');
  const [reason, setReason] = useState('');
  const isOff = present !== '';
  const text = isOff ? 'Включить' : 'Отключить';
  const { form, endNote } = useValueForm({
    present,
    value: isOff ? '' : reason.trim(),
    send: (body, options) =>
      sendCall(api, changeValueCall, { table: 'partners', key: id, field: 'off', body, ...options }),
    onSaved: () => onSaved(`${name}: ${isOff ? 'включён' : 'отключён'}.`),
    onStale,
  });
  return (
    <form {...form.props} className="claim-action-form rate-editor" aria-label={`${text} ${name}`}>
      <EffectList texts={isOff ? ON_EFFECTS : OFF_EFFECTS} />
      {!isOff && (
        <TextField
          form={form}
          name="value"
          label="Причина"
          hint="Партнёр прочтёт её."
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {endNote}
      <FormEnd form={form} text={text} sendingText="Записываем…" />
    </form>
  );
}
