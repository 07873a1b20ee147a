/** How much a finding matters: the widget does not work, works less well, or it is just good to know. */
export type Level = 'error' | 'warning' | 'info';

/** One thing that was found: `code` for programs, `message` for people. */
export interface Finding {
  code: string;
  level: Level;
  message: string;
}

/** What `diagnose()` answers: findings, the worst first, and all of them as a text to read; also by `String(report)`. */
export interface Report {
  findings: Finding[];
  text: string;
}

const names = { error: 'Ошибка', warning: 'Внимание', info: 'Справка' } as const;

/** A report of these findings. */
export function report(found: readonly Finding[]): Report {
  const levels = Object.keys(names) as Level[];
  const findings = levels.flatMap(level => found.filter(one => one.level === level));
  const text = findings.map(({ code, level, message }) => `${names[level]} (${code}): ${message}`).join('\n');
  // Not to be listed, only to be called: findings and text are all that there is to see.
  return Object.defineProperty({ findings, text }, 'toString', { value: () => text });
}
