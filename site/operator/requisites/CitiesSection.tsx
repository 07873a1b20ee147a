import { useState } from 'react';
import { listCitiesCall, type OperatorCities } from '#core/contract/operator/cities.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { DeskContent } from '../DeskContent.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import { CityRow } from './CityRow.tsx';
import { NewCityForm } from './NewCityForm.tsx';

/** «Города»: where cash is handed over; an admin adds, changes and removes. */
export const CitiesSection = () => (
  <section className="cities" aria-labelledby="cities">
    <h2 id="cities">Города</h2>
    <p className="section-text">Здесь передают наличные. Место видно только в открытой заявке.</p>
    <DeskContent call={listCitiesCall} subject="Список городов">
      {(cities, query) => <CitiesContent cities={cities} query={query} />}
    </DeskContent>
  </section>
);

function CitiesContent({ cities, query }: { cities: OperatorCities; query: ServerQuery<OperatorCities> }) {
  const { currencies, results } = cities;
  const canChange = useStaff().rights.includes('requisites');
  const [isAdding, setIsAdding] = useState(false);
  const [notice, setNotice] = useState(NO_NOTICE);
  const show = (list: OperatorCities, text: string) => {
    setIsAdding(false);
    setNotice({ text, isRefusal: false });
    query.change(() => list);
  };
  return (
    <>
      {canChange && (
        <button
          type="button"
          className="button"
          aria-expanded={isAdding}
          onClick={() => {
            setNotice(NO_NOTICE);
            setIsAdding(!isAdding);
          }}
        >
          Добавить город
        </button>
      )}
      {isAdding && (
        <NewCityForm
          currencies={currencies}
          onAdded={(list, name) => show(list, `Город добавлен: ${name}.`)}
          onClose={() => setIsAdding(false)}
        />
      )}
      <ListNotice notice={notice} />
      <ul className="line-list" aria-label="Города">
        {results.map(city => (
          <CityRow
            key={city.key}
            city={city}
            canChange={canChange}
            onRemoved={list => show(list, `Город удалён: ${city.name}.`)}
            onChanged={query.refresh}
          />
        ))}
      </ul>
    </>
  );
}
