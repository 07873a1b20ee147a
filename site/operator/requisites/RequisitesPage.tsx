import { useState } from 'react';
import { Link } from 'react-router';
import {
  listRequisitesCall,
  type CurrencyRequisites,
  type OperatorRequisites,
} from '#core/contract/operator/requisites.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { operatorRoutePaths } from '../../routePaths.ts';
import { DeskPage } from '../DeskContent.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { RowDetails } from '../RowDetails.tsx';
import { SearchedList } from '../SearchedList.tsx';
import { useStaff } from '../staffContext.ts';
import { CitiesSection } from './CitiesSection.tsx';
import { NewRequisiteForm } from './NewRequisiteForm.tsx';
import { RequisiteRow } from './RequisiteRow.tsx';
import './requisites.css';

/** Page /operator/requisites: where clients pay to, by currency; an admin adds requisites, and switches them on and off. */
export const RequisitesPage = () => (
  <>
    <DeskPage title="Реквизиты" call={listRequisitesCall} subject="Список">
      {(list, query) => <RequisitesContent list={list} query={query} />}
    </DeskPage>
    <CitiesSection />
  </>
);

const getTexts = ({ code, name, requisites }: CurrencyRequisites) => [
  code,
  name,
  ...requisites.flatMap(({ value, holder }) => [value, holder ?? '']),
];

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
        <p className="section-text">Реквизиты добавляет и переключает администратор.</p>
      )}
      {isAdding && (
        <NewRequisiteForm
          currencies={currencies}
          onAdded={(list, name) => {
            setIsAdding(false);
            setNotice({ text: `Реквизит добавлен и включён: ${name}.`, isRefusal: false });
            query.change(() => list);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      <ListNotice notice={notice} />
      <SearchedList
        title="Валюты"
        formLabel="Поиск реквизитов"
        label="Валюта, адрес, карта или получатель"
        placeholder="Например, ltc"
        hint="Поиск понимает валюту, адрес, карту и получателя."
        rows={currencies.filter(({ isNeeded, requisites }) => isNeeded || requisites.length > 0)}
        getTexts={getTexts}
      >
        {(currency, isOnly) => (
          <CurrencyRow
            key={currency.code}
            currency={currency}
            isOnly={isOnly}
            canChange={canChange}
            onDone={(text, isRefusal) => {
              setNotice({ text, isRefusal });
              query.refresh();
            }}
          />
        )}
      </SearchedList>
    </>
  );
}

/** A currency with its requisites. */
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
  const on = requisites.filter(({ isOn }) => isOn).length;
  return (
    <RowDetails
      isOnly={isOnly}
      name={name}
      note={code}
      state={
        <>
          {on === 0 ? (
            <span className={isNeeded ? 'requisite-warning' : undefined}>включённых нет</span>
          ) : (
            `включено ${on} из ${requisites.length}`
          )}
          {waiting > 0 && <small>ждут реквизит: {waiting}</small>}
        </>
      }
    >
      {isNeeded && on === 0 && <p className="section-text">Новые заявки ждут реквизит.</p>}
      {waiting > 0 && (
        <p className="section-text">
          <Link to={`${operatorRoutePaths.operatorClaims}?status=requisites&currency=${code}`}>
            Ждут реквизит: {waiting}
          </Link>
          . Новый такие заявки сами не возьмут: откройте каждую и смените статус.
        </p>
      )}
      <ul className="line-list row-values" aria-label={`Реквизиты ${name}`}>
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
    </RowDetails>
  );
}
