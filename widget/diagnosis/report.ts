/** How much a finding matters: the widget does not work, works less well, or it is just good to know. */
export type FindingLevel = 'error' | 'warning' | 'info';

/** What can be found. PARTNERS.md says what each means. */
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

/** One thing that was found: `code` for programs, `message` for people. */
export interface Finding {
  code: FindingCode;
  level: FindingLevel;
  message: string;
}

/** What `diagnose()` answers: findings, the worst first, and all of them as a text to read; also by `String(report)`. */
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

/** A report of these findings. */
export function createReport(found: readonly Finding[]): DiagnosisReport {
  const levels = Object.keys(LEVEL_LABELS) as FindingLevel[];
  const findings = levels.flatMap(level => found.filter(finding => finding.level === level));
  const text = findings
    .map(({ code, level, message }) => `${LEVEL_LABELS[level]} (${code}): ${message}`)
    .join('\n');
  // Not to be listed, only to be called: findings and text are all that there is to see.
  return Object.defineProperty({ findings, text }, 'toString', { value: () => text });
}
