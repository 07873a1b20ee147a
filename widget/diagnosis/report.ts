/** Severity of a finding: the widget does not work, works with limits, or information only. */
export type FindingLevel = 'error' | 'warning' | 'info';

/** Code of a finding. PARTNERS.md explains each. */
export type FindingCode =
  | 'csp_blocked'
  | 'mixed_content'
  | 'script_unreachable'
  | 'offline'
  | 'api_unreachable'
  | 'api_timeout'
  | 'api_cors'
  | 'api_foreign'
  | 'api_status'
  | 'api_maintenance'
  | 'api_limit'
  | 'api_slow'
  | 'api_reached'
  | 'code_unknown'
  | 'code_closed'
  | 'code_alias'
  | 'attribute_unknown'
  | 'theme_unknown'
  | 'api_invalid'
  | 'claim_invalid'
  | 'contrast_accent'
  | 'contrast_text'
  | 'clock_skew'
  | 'version_other'
  | 'script_twice'
  | 'script'
  | 'forms_blocked'
  | 'storage_closed'
  | 'root_font_size'
  | 'place_narrow'
  | 'element_hidden'
  | 'element_detached'
  | 'link_missing';

/** One finding: `code` for programs, `message` (Russian) for people. */
export interface Finding {
  code: FindingCode;
  level: FindingLevel;
  message: string;
}

/** Result of `diagnose()`: findings, most severe first, and all of them as text. `String(report)` is the text, too. */
export interface DiagnosisReport {
  findings: Finding[];
  text: string;
}

/** Input of the checks. */
export interface DiagnosisTarget {
  element: HTMLElement;
  /** Version of the script. */
  version: string;
  /** Versions of unused copies of the script that were loaded later. */
  others: readonly string[];
  /** URL of the element's file. */
  script: string;
  /** Origin of the server. */
  base: string;
}

const LEVEL_LABELS = { error: 'Ошибка', warning: 'Внимание', info: 'Справка' } as const;

/** Creates a report, sorted by severity. */
export function createReport(found: readonly Finding[]): DiagnosisReport {
  const levels = Object.keys(LEVEL_LABELS) as FindingLevel[];
  const findings = levels.flatMap(level => found.filter(finding => finding.level === level));
  const text = findings
    .map(({ code, level, message }) => `${LEVEL_LABELS[level]} (${code}): ${message}`)
    .join('\n');
  // Not enumerable, so the console shows only findings and text.
  return Object.defineProperty({ findings, text }, 'toString', { value: () => text });
}
