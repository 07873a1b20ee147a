import { FilterSelect } from './FilterSelect.tsx';
import { listOptions, type CurrencyOption } from './useCurrencyOptions.ts';

/** Filters claims by a currency. */
export function CurrencySelect({
  label,
  value,
  currencies,
  onChange,
}: {
  label: string;
  value: string | null;
  currencies: readonly CurrencyOption[];
  onChange: (code: string | null) => void;
}) {
  return (
    <FilterSelect label={label} value={value ?? ''} onChange={code => onChange(code || null)}>
      <option value="">{label}: все</option>
      {listOptions(currencies, value).map(({ code, label: text }) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </FilterSelect>
  );
}
