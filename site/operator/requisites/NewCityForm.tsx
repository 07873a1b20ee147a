import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { addCityCall, type OperatorCities } from '#core/contract/operator/cities.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { EffectList } from '../ActionButton.tsx';
import { useStaffForm } from '../staffForm.ts';

const REQUIRED = ['code', 'name', 'place'] as const;

/** Adds a city. `onAdded` gets its name. */
export function NewCityForm({
  currencies,
  onAdded,
  onClose,
}: {
  currencies: OperatorCities['currencies'];
  onAdded: (list: OperatorCities, name: string) => void;
  onClose: () => void;
}) {
  const { api } = useAccount();
  const [currency, setCurrency] = useState(currencies[0]?.code ?? '');
  const form = useStaffForm({
    fieldNames: [...REQUIRED, 'hours'],
    validate: values =>
      listErrors(Object.fromEntries(REQUIRED.map(name => [name, findEmptyError(values[name]?.trim())]))),
    async send({ code = '', name = '', place = '', hours = '' }, { signal }) {
      const body = { currency, code, name, place, ...(hours.trim() && { hours }) };
      onAdded(await sendCall(api, addCityCall, { body, signal }), name.trim());
    },
  });
  return (
    <ActionForm form={form} label="Добавить город" onClose={onClose}>
      <SelectField
        form={form}
        name="currency"
        label="Валюта"
        options={currencies.map(({ code, name }) => ({ value: code, label: `${name}, ${code}` }))}
        value={currency}
        onChange={setCurrency}
      />
      <TextField
        form={form}
        name="code"
        label="Код для ссылок"
        hint="От 2 до 10 латинских букв или цифр: MSK."
        autoComplete="off"
        maxLength={10}
      />
      <TextField form={form} name="name" label="Название" autoComplete="off" maxLength={200} />
      <TextField
        form={form}
        name="place"
        label="Место"
        hint="Куда прийти. Видно только в открытой заявке."
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        form={form}
        name="hours"
        label="Часы"
        hint="Пусто — по договорённости в Telegram."
        autoComplete="off"
        maxLength={200}
      />
      <EffectList texts={['Посетители сразу смогут выбрать этот город']} />
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
