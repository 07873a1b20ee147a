/** One thing measured: in milliseconds, or in bytes. */
export interface Series {
  name: string;
  unit: 'ms' | 'kB' | 'MB';
  values: readonly number[];
}

/** A figure that must not be passed. */
export interface Goal {
  name: string;
  value: number;
  limit: number;
}

/** A goal that may be missed until a day, and why. */
export interface GoalException {
  goal: string;
  /** The last day, `2027-01-31`. */
  until: string;
  /** As far as this. */
  limit: number;
  why: string;
}

const sortNumbers = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/** The middle of the values; the mean of the two middle ones of an even number. */
export function calculateMedian(values: readonly number[]): number {
  const sortedValues = sortNumbers(values);
  const half = sortedValues.length / 2;
  return ((sortedValues[Math.ceil(half) - 1] ?? 0) + (sortedValues[Math.floor(half)] ?? 0)) / 2;
}

const UNIT_SCALE = { ms: 1, kB: 1000, MB: 1_000_000 };

function formatValue(value: number, unit: Series['unit']): string {
  return (value / UNIT_SCALE[unit]).toFixed(unit === 'ms' ? 0 : 2);
}

/** A table in Markdown: medians with the least and the most. */
export function formatTable(series: readonly Series[]): string {
  const rows = series.map(({ name, unit, values }) => {
    const sortedValues = sortNumbers(values);
    const cells = [calculateMedian(values), sortedValues[0] ?? 0, sortedValues.at(-1) ?? 0].map(value =>
      formatValue(value, unit),
    );
    return `| ${[name, ...cells, unit].join(' | ')} |`;
  });
  return ['| what | median | least | most | |', '| --- | --: | --: | --: | --- |', ...rows].join('\n');
}

/** Goals that are missed, each in a sentence; one with an exception that has not run out counts by that. */
export function findMissedGoals(
  goals: readonly Goal[],
  exceptions: readonly GoalException[],
  today: string,
): string[] {
  return goals.flatMap(({ name, value, limit }) => {
    const exception = exceptions.find(one => one.goal === name && one.until >= today);
    const allowedLimit = exception?.limit ?? limit;
    return value <= allowedLimit ? [] : [`${name}: ${value.toFixed(2)}, at most ${allowedLimit}`];
  });
}
