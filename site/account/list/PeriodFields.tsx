import { useState } from 'react';
import { DateField } from './DateField.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { findPeriod, getPeriod, PERIOD_DAYS, type Dates } from './period.ts';

const PERIOD_LABELS: Record<(typeof PERIOD_DAYS)[number], string> = {
  7: '7 дней',
  30: '30 дней',
  365: '365 дней',
};

/** Chooses a period of a list: a number of days up to today, or dates. */
export function PeriodFields({
  legend,
  dates,
  onChange,
}: {
  /** Legend of the date fields. */
  legend: string;
  dates: Dates;
  onChange: (dates: Partial<Dates>) => void;
}) {
  // Days change at midnight; a page that was opened the day before shows the dates.
  const [now] = useState(() => Date.now());
  const [isChoosing, setIsChoosing] = useState(false);
  const found = findPeriod(dates, now);
  const period = isChoosing ? 'dates' : found;
  return (
    <>
      <FilterSelect
        label="Период"
        value={period === 'all' ? '' : String(period)}
        onChange={value => {
          setIsChoosing(value === 'dates');
          if (value === '') onChange({ dateFrom: null, dateTo: null });
          else if (value !== 'dates') onChange(getPeriod(Number(value), now));
        }}
      >
        <option value="">Всё время</option>
        {PERIOD_DAYS.map(days => (
          <option key={days} value={days}>
            {PERIOD_LABELS[days]}
          </option>
        ))}
        <option value="dates">Даты…</option>
      </FilterSelect>
      {period === 'dates' && (
        <fieldset className="list-dates">
          <legend className="visually-hidden">{legend}</legend>
          <DateField
            label="С"
            value={dates.dateFrom}
            max={dates.dateTo}
            onChange={dateFrom => onChange({ dateFrom })}
          />
          <DateField
            label="По"
            value={dates.dateTo}
            min={dates.dateFrom}
            onChange={dateTo => onChange({ dateTo })}
          />
        </fieldset>
      )}
    </>
  );
}
