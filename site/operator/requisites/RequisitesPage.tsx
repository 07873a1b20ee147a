import { useState } from 'react';
import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import {
  listRequisitesCall,
  type CurrencyRequisites,
  type OperatorRequisites,
} from '#core/contract/operator/requisites.ts';
import { LIST_POLLING, type ServerQuery } from '#core/serverQuery.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { NothingFound } from '../../account/list/EmptyList.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { SearchField } from '../../account/list/SearchField.tsx';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { operatorRoutePaths } from '../../routePaths.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import { useTextSearch } from '../useTextSearch.ts';
import { CitiesSection } from './CitiesSection.tsx';
import { NewRequisiteForm } from './NewRequisiteForm.tsx';
import { RequisiteRow } from './RequisiteRow.tsx';
import '../../account/list/list.css';
import './requisites.css';

/** Page /operator/requisites: where clients pay to, by currency; an admin adds requisites, and switches them on and off. */
export function RequisitesPage() {
  const query = useAccountQuery((api, options) => sendCall(api, listRequisitesCall, options), {
    polling: LIST_POLLING,
    isUnsupported: () => false,
  });
  return (
    <>
      <div className="account-heading">
        <h1>Реквизиты</h1>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем реквизиты" />}
      >
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Список" />
            <RequisitesContent list={data} query={query} />
          </>
        )}
      </QueryContent>
      <CitiesSection />
    </>
  );
}

function RequisitesContent({
  list: { currencies },
  query,
}: {
  list: OperatorRequisites;
  query: ServerQuery<OperatorRequisites>;
}) {
  const canChange = useStaff().rights.includes('requisites');
  const [isAdding, setIsAdding] = useState(false);
  const [notice, setNotice] = useState(NO_NOTICE);
  const { search, onSearch, matches } = useTextSearch();
  const shown = currencies.filter(
    ({ code, name, isNeeded, requisites }) =>
      (isNeeded || requisites.length > 0) &&
      matches([code, name, ...requisites.flatMap(({ value, holder }) => [value, holder ?? ''])]),
  );
  return (
    <>
      {canChange ? (
        <button
          type="button"
          className="button"
          aria-expanded={isAdding}
          onClick={() => {
            setNotice(NO_NOTICE);
            setIsAdding(!isAdding);
          }}
        >
          Добавить реквизит
        </button>
      ) : (
        <p className="section-text">Реквизиты добавляет и&nbsp;переключает администратор.</p>
      )}
      {isAdding && (
        <NewRequisiteForm
          currencies={currencies}
          onAdded={(list, name) => {
            setIsAdding(false);
            setNotice({ text: `Реквизит добавлен и\u00a0включён: ${name}.`, isRefusal: false });
            query.change(() => list);
          }}
        />
      )}
      <ListNotice notice={notice} />
      <FilterForm label="Поиск реквизитов">
        <SearchField
          value={search}
          label="Валюта, адрес, карта или получатель"
          placeholder="ltc"
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
            canChange={canChange}
            onDone={(text, isRefusal) => {
              setNotice({ text, isRefusal });
              query.refresh();
            }}
          />
        ))}
      </ul>
      {shown.length === 0 && <NothingFound text="Поиск понимает валюту, адрес, карту и получателя." />}
    </>
  );
}

/** A currency. Its requisites are rendered while they are shown: there may be hundreds. */
function CurrencyRow({
  currency,
  isOnly,
  canChange,
  onDone,
}: {
  currency: CurrencyRequisites;
  /** Whether the search finds no other. */
  isOnly: boolean;
  canChange: boolean;
  /** Called with what happened to a requisite. */
  onDone: (text: string, isRefusal: boolean) => void;
}) {
  const { code, name, isNeeded, waiting, requisites } = currency;
  const [isOpen, setIsOpen] = useState(false);
  const on = requisites.filter(({ isOn }) => isOn).length;
  const isShown = isOpen || isOnly;
  return (
    <li>
      <details
        className="row-details"
        open={isShown}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary data-row="">
          <Icon d={ICON_PATHS.down} size={18} />
          <span>
            {name}
            <small>{code}</small>
          </span>
          <span className="numeric">
            {on === 0 ? (
              <span className={isNeeded ? 'requisite-warning' : undefined}>включённых нет</span>
            ) : (
              `включено ${on} из\u00a0${requisites.length}`
            )}
            {waiting > 0 && <small>ждут реквизит: {waiting}</small>}
          </span>
        </summary>
        {isNeeded && on === 0 && <p className="section-text">Новые заявки ждут реквизит.</p>}
        {waiting > 0 && (
          <p className="section-text">
            <Link to={`${operatorRoutePaths.operatorClaims}?status=requisites&currency=${code}`}>
              Ждут реквизит: {waiting}
            </Link>
            . Новый такие заявки сами не&nbsp;возьмут: откройте каждую и&nbsp;смените статус.
          </p>
        )}
        {isShown && (
          <ul className="line-list currency-requisites" aria-label={`Реквизиты ${name}`}>
            {requisites.map(requisite => (
              <RequisiteRow
                key={requisite.id}
                requisite={requisite}
                currency={currency}
                canChange={canChange}
                onDone={onDone}
              />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}
