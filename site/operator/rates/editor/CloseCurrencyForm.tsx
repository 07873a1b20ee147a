import { useState } from 'react';
import type { CurrencyClosing } from '#core/contract/operator/closing.ts';
import { SelectField } from '../../../elements/form/SelectField.tsx';
import { DIRECTION_TEXTS, type Direction } from '../closingTexts.ts';
import { ValueAction, type ActionEnd } from '../../values/ValueAction.tsx';

/** Closes a currency in one direction with a reason. */
export function CloseCurrencyForm({
  currencies,
  ...end
}: ActionEnd & { currencies: readonly CurrencyClosing[] }) {
  const [code, setCode] = useState('');
  const [field, setField] = useState<Direction>('send');
  const currency = currencies.find(one => one.code === code);
  return (
    <div className="claim-action-form">
      <SelectField
        label="Валюта"
        options={currencies.map(one => ({ value: one.code, label: one.name }))}
        value={code}
        onChange={setCode}
        isFocused
      />
      <SelectField
        label="Направление"
        options={(['send', 'receive'] as const).map(value => ({
          value,
          label: DIRECTION_TEXTS[value].option,
        }))}
        value={field}
        onChange={chosen => setField(chosen === 'receive' ? 'receive' : 'send')}
      />
      {currency && (
        <ValueAction
          key={`${code} ${field}`}
          target={{ table: 'currencies', key: code, field }}
          present={currency[field] ?? ''}
          text={`Закрыть: ${currency.name}`}
          label="Закрыть валюту"
          takesFocus={false}
          reasonHint="Посетители прочтут её вместо курса. Начатые заявки идут дальше."
          message={`Закрыто: ${currency.name}.`}
          {...end}
        />
      )}
    </div>
  );
}
