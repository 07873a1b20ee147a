import type { StatisticsDates } from '#core/account/shop/statisticsQuery.ts';
import { DateField } from '../../list/DateField.tsx';
import '../../list/filters.css';

/** The first and the last day of a period, which ends today at the latest. */
export function DateRangeFields({
  dates,
  today,
  onChange,
}: {
  dates: StatisticsDates;
  today: string;
  onChange: (dates: StatisticsDates) => void;
}) {
  /** A first day after the last one also moves the last one, and vice versa. */
  const change = (changed: Partial<Record<keyof StatisticsDates, string | null>>) => {
    const dateFrom = changed.dateFrom ?? dates.dateFrom;
    const dateTo = changed.dateTo ?? dates.dateTo;
    if (dateFrom <= dateTo) onChange({ dateFrom, dateTo });
    else if (changed.dateFrom) onChange({ dateFrom, dateTo: dateFrom });
    else onChange({ dateFrom: dateTo, dateTo });
  };
  return (
    <fieldset className="list-filters list-dates">
      <legend className="visually-hidden">Даты, по Москве</legend>
      {(['dateFrom', 'dateTo'] as const).map(name => (
        <DateField
          key={name}
          label={name === 'dateFrom' ? 'С' : 'По'}
          value={dates[name]}
          max={today}
          isRequired
          onChange={day => change({ [name]: day })}
        />
      ))}
    </fieldset>
  );
}
