/** A goal of a measured value. */
export type ServerGoal = { atLeast: number } | { atMost: number };

/** A line of the report. A line without a goal is for information. */
export interface ReportLine {
  name: string;
  value: number;
  unit: '/s' | '%' | 'ms' | '×' | '';
  goal?: ServerGoal;
  /** Shown after the value, for example the failed requests. */
  detail?: string;
}

const DIGITS: Readonly<Record<ReportLine['unit'], number>> = { '/s': 1, '%': 1, ms: 1, '×': 2, '': 0 };

/** The nearest-rank percentile, `share` from 0 to 1. NaN without values, which misses every goal. */
export function calculatePercentile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((one, other) => one - other);
  return sortedValues[Math.max(0, Math.ceil(sortedValues.length * share) - 1)] ?? NaN;
}

/** Whether the line reaches its goal; true without a goal. */
export function isGoalReached({ value, goal }: ReportLine): boolean {
  if (!goal) return true;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Formats a Markdown table with the result of each goal. */
export function formatReport(title: string, lines: readonly ReportLine[]): string {
  const rows = lines.map(line => {
    const cells = [line.name, formatValue(line), formatGoal(line), formatResult(line)];
    return `| ${cells.join(' | ')} |`;
  });
  return [`| ${title} | value | goal | |`, '| --- | --: | --: | --- |', ...rows].join('\n');
}

function formatValue({ value, unit, detail }: ReportLine): string {
  if (Number.isNaN(value)) return '–';
  return [value.toFixed(DIGITS[unit]), unit, detail].filter(Boolean).join(' ');
}

function formatGoal({ goal, unit }: ReportLine): string {
  if (!goal) return '';
  return 'atLeast' in goal ? `≥ ${goal.atLeast} ${unit}`.trim() : `≤ ${goal.atMost} ${unit}`.trim();
}

function formatResult(line: ReportLine): string {
  if (!line.goal) return '';
  return isGoalReached(line) ? 'ok' : 'missed';
}
