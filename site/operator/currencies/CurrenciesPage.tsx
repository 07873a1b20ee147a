import { sendCall } from '#core/api/sendCall.ts';
import { listOperatorCurrenciesCall, type OperatorCurrencies } from '#core/contract/operator/currencies.ts';
import { LIST_POLLING, type ServerQuery } from '#core/serverQuery.ts';
import { NothingFound } from '../../account/list/EmptyList.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { SearchField } from '../../account/list/SearchField.tsx';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { useTextSearch } from '../useTextSearch.ts';
import { CurrencyRow } from './CurrencyRow.tsx';
import '../../account/list/list.css';

/** Page /operator/currencies: the limits and texts of all currencies, edited in place. */
export function CurrenciesPage() {
  const query = useAccountQuery((api, options) => sendCall(api, listOperatorCurrenciesCall, options), {
    polling: LIST_POLLING,
    isUnsupported: () => false,
  });
  return (
    <>
      <div className="account-heading">
        <h1>Валюты</h1>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем валюты" />}
      >
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Список" />
            <CurrencyList currencies={data.results} query={query} />
          </>
        )}
      </QueryContent>
    </>
  );
}

function CurrencyList({
  currencies,
  query,
}: {
  currencies: OperatorCurrencies['results'];
  query: ServerQuery<OperatorCurrencies>;
}) {
  const { search, onSearch, matches } = useTextSearch();
  const shown = currencies.filter(({ code, name, aliases, values }) =>
    matches([
      code,
      name,
      ...aliases,
      ...values.flatMap(({ field, value }) => (field === 'words' ? value : [])),
    ]),
  );
  return (
    <>
      <FilterForm label="Поиск валют">
        <SearchField
          value={search}
          label="Код или название валюты"
          placeholder="usdt"
          maxLength={100}
          onSearch={onSearch}
        />
      </FilterForm>
      <ul className="line-list" aria-label="Валюты">
        {shown.map(currency => (
          <CurrencyRow
            key={currency.code}
            currency={currency}
            isOnly={shown.length === 1}
            onChanged={query.refresh}
          />
        ))}
      </ul>
      {shown.length === 0 && <NothingFound text="Поиск понимает коды, названия и слова валют." />}
    </>
  );
}
