import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import {
  addRequisiteCall,
  type CurrencyRequisites,
  type OperatorRequisites,
} from '#core/contract/operator/requisites.ts';
import { looksLikeExtendedKey } from '#core/exchange/requisites/looksLikeExtendedKey.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { EffectList } from '../ActionButton.tsx';
import { useStaffForm } from '../staffForm.ts';

const VALUE_LABELS: Readonly<Record<CurrencyRequisites['kind'], string>> = {
  address: 'Адрес',
  card: 'Номер карты',
  phone: 'Телефон',
};

const KEY_EFFECTS = [
  'Каждая заявка получит свой адрес этого кошелька, раньше остальных реквизитов',
  'Первый адрес не получит никто',
];

/** Adds a requisite. `onAdded` gets the name of its currency. */
export function NewRequisiteForm({
  currencies,
  onAdded,
  onClose,
}: {
  currencies: readonly CurrencyRequisites[];
  onAdded: (list: OperatorRequisites, name: string) => void;
  onClose: () => void;
}) {
  const { api } = useAccount();
  const [code, setCode] = useState(currencies[0]?.code ?? '');
  const [value, setValue] = useState('');
  const currency = currencies.find(one => one.code === code);
  const isKey = currency?.hasKeys === true && looksLikeExtendedKey(value);
  const isNamed = currency?.kind !== 'address';
  const extraFields = isKey ? (['address'] as const) : isNamed ? (['holder', 'bank'] as const) : [];
  const fieldNames = ['value', ...extraFields];
  const form = useStaffForm({
    fieldNames,
    validate: values =>
      listErrors(Object.fromEntries(fieldNames.map(name => [name, findEmptyError(values[name]?.trim())]))),
    async send(values, { signal }) {
      const body = {
        currency: code,
        value: value.trim(),
        ...Object.fromEntries(extraFields.map(name => [name, values[name]?.trim() ?? ''])),
      };
      onAdded(await sendCall(api, addRequisiteCall, { body, signal }), currency?.name ?? code);
    },
  });
  return (
    <ActionForm form={form} label="Добавить реквизит" onClose={onClose}>
      <SelectField
        form={form}
        name="currency"
        label="Валюта"
        options={currencies.map(one => ({ value: one.code, label: one.name }))}
        value={code}
        onChange={setCode}
      />
      <TextField
        form={form}
        name="value"
        label={
          currency?.hasKeys ? 'Адрес или открытый ключ кошелька' : VALUE_LABELS[currency?.kind ?? 'address']
        }
        hint={
          currency?.hasKeys &&
          'С ключом (xpub, ypub, zpub) у каждой заявки свой адрес. Закрытый ключ не вводите.'
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      {isKey && (
        <TextField
          form={form}
          name="address"
          label="Первый адрес для получения в кошельке"
          hint="Сверим, что сайт и кошелёк выводят из ключа одни адреса."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
        />
      )}
      {isNamed && (
        <>
          <TextField
            form={form}
            name="holder"
            label="Получатель"
            hint="Как в банке: «ИВАН П.». Клиент сверит имя."
            autoComplete="off"
            maxLength={200}
          />
          <TextField form={form} name="bank" label="Банк" autoComplete="off" maxLength={200} />
        </>
      )}
      {currency && <EffectList texts={isKey ? KEY_EFFECTS : [describeEffect(currency)]} />}
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}

/** What the new requisite does, before it is added. */
function describeEffect({ requisites }: CurrencyRequisites): string {
  const others = requisites.filter(({ isOn }) => isOn).length;
  return others === 0
    ? 'Новые заявки сразу будут платить сюда'
    : `Новые заявки сразу будут платить и сюда: вместе с другими включёнными, их ${others}`;
}
