/** One measured series, in milliseconds, bytes or, with the empty unit, pieces. */
export interface Series {
  name: string;
  unit: 'ms' | 'kB' | 'MB' | '';
  values: readonly number[];
}

/** Adds values to the series of that name; null is a value that could not be measured. */
export type RecordValues = (name: string, unit: Series['unit'], ...newValues: (number | null)[]) => void;

/** A value and its upper limit. */
export interface Goal {
  name: string;
  value: number;
  limit: number;
}

const sortNumbers = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/** The median. For an even count, the mean of the two middle values. */
export function calculateMedian(values: readonly number[]): number {
  const sortedValues = sortNumbers(values);
  const half = sortedValues.length / 2;
  return ((sortedValues[Math.ceil(half) - 1] ?? 0) + (sortedValues[Math.floor(half)] ?? 0)) / 2;
}

const UNITS = {
  '': { scale: 1, digits: 0 },
  ms: { scale: 1, digits: 0 },
  kB: { scale: 1000, digits: 2 },
  MB: { scale: 1_000_000, digits: 2 },
};

function formatValue(value: number, unit: Series['unit']): string {
  const { scale, digits } = UNITS[unit];
  return (value / scale).toFixed(digits);
}

/** Formats a Markdown table with medians, minimums and maximums. */
export function formatTable(series: readonly Series[]): string {
  const rows = series.map(({ name, unit, values }) => {
    const sortedValues = sortNumbers(values);
    const cells = [calculateMedian(values), sortedValues[0] ?? 0, sortedValues.at(-1) ?? 0].map(value =>
      formatValue(value, unit),
    );
    return `| ${[name, ...cells, unit].join(' | ')} |`;
  });
  return ['| series | median | min | max | |', '| --- | --: | --: | --: | --- |', ...rows].join('\n');
}

/** Describes missed goals, one sentence each. */
export function findMissedGoals(goals: readonly Goal[]): string[] {
  return goals
    .filter(({ value, limit }) => value > limit)
    .map(({ name, value, limit }) => `${name}: ${value.toFixed(2)}, at most ${limit}`);
}
