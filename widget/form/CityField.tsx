import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';

/** The city where cash is handed over; renders nothing without cash. The visitor chooses, unless there is only one. */
export function CityField({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const cities = exchange.cities.value;
  if (cities.length === 0) return null;
  return (
    <label className="types city">
      <span>Город</span>
      <select
        data-focus="city"
        required
        value={exchange.city.value?.code ?? ''}
        onChange={event => exchange.selectCity(event.target.value)}
      >
        <option value="" disabled hidden>
          Выберите
        </option>
        {cities.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
