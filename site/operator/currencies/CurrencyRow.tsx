import type { OperatorCurrency } from '#core/contract/operator/currencies.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { RowDetails } from '../RowDetails.tsx';
import { useStaff } from '../staffContext.ts';
import { RowValues } from '../values/RowValues.tsx';
import { CURRENCY_FIELD_TEXTS, describeValue } from './currencyFields.ts';

/** A currency: its limits, and opened all its values, which are edited in place. */
export function CurrencyRow({
  currency,
  isOnly,
  onChanged,
}: {
  currency: OperatorCurrency;
  /** Whether the search finds no other. */
  isOnly: boolean;
  onChanged: () => void;
}) {
  const { code, name, currency: ticker, min, max, values } = currency;
  const { rights } = useStaff();
  return (
    <RowDetails
      isOnly={isOnly}
      name={name}
      note={code}
      state={
        <>
          от {formatMoney(min, ticker)}
          <small>{max === null ? 'без максимума' : `до ${formatMoney(max, ticker)}`}</small>
        </>
      }
    >
      <RowValues
        owner={code}
        values={values.map(value => ({
          ...describeValue(currency, value),
          canEdit: rights.includes(CURRENCY_FIELD_TEXTS[value.field].right),
        }))}
        onChanged={onChanged}
      />
    </RowDetails>
  );
}
