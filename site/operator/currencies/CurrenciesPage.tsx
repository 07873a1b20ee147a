import { listOperatorCurrenciesCall, type OperatorCurrency } from '#core/contract/operator/currencies.ts';
import { DeskPage } from '../DeskContent.tsx';
import { SearchedList } from '../SearchedList.tsx';
import { CurrencyRow } from './CurrencyRow.tsx';

const getTexts = ({ code, name, aliases, values }: OperatorCurrency) => [
  code,
  name,
  ...aliases,
  ...values.flatMap(({ field, value }) => (field === 'words' ? value : [])),
];

/** Page /operator/currencies: the limits and texts of all currencies, edited in place. */
export const CurrenciesPage = () => (
  <DeskPage title="Валюты" call={listOperatorCurrenciesCall} subject="Список">
    {({ results }, { refresh }) => (
      <SearchedList
        title="Валюты"
        formLabel="Поиск валют"
        label="Код или название валюты"
        placeholder="Например, usdt"
        hint="Поиск понимает коды, названия и слова валют."
        rows={results}
        getTexts={getTexts}
      >
        {(currency, isOnly) => (
          <CurrencyRow key={currency.code} currency={currency} isOnly={isOnly} onChanged={refresh} />
        )}
      </SearchedList>
    )}
  </DeskPage>
);
