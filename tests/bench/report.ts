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
export interface Exception {
  goal: string;
  /** The last day, `2027-01-31`. */
  until: string;
  /** As far as this. */
  limit: number;
  why: string;
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/** The middle of the values; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const all = sorted(values);
  const middle = all.length / 2;
  return ((all[Math.ceil(middle) - 1] ?? 0) + (all[Math.floor(middle)] ?? 0)) / 2;
}

const scale = { ms: 1, kB: 1000, MB: 1_000_000 };

function figure(value: number, unit: Series['unit']): string {
  return (value / scale[unit]).toFixed(unit === 'ms' ? 0 : 2);
}

/** A table in Markdown: medians with the least and the most. */
export function table(series: readonly Series[]): string {
  const rows = series.map(({ name, unit, values }) => {
    const all = sorted(values);
    const cells = [median(values), all[0] ?? 0, all.at(-1) ?? 0].map(value => figure(value, unit));
    return `| ${[name, ...cells, unit].join(' | ')} |`;
  });
  return ['| what | median | least | most | |', '| --- | --: | --: | --: | --- |', ...rows].join('\n');
}

/** Goals that are missed, each in a sentence; one with an exception that has not run out counts by that. */
export function missed(goals: readonly Goal[], exceptions: readonly Exception[], today: string): string[] {
  return goals.flatMap(({ name, value, limit }) => {
    const excepted = exceptions.find(one => one.goal === name && one.until >= today);
    const most = excepted?.limit ?? limit;
    return value <= most ? [] : [`${name}: ${value.toFixed(2)}, at most ${most}`];
  });
}
