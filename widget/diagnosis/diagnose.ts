import { checkAttributes } from './checkAttributes.ts';
import { checkCurrencyCodes } from './checkCurrencyCodes.ts';
import { checkContrast } from './checkContrast.ts';
import { checkPage } from './checkPage.ts';
import { checkPolicy } from './checkPolicy.ts';
import type { DiagnosisReport } from './report.ts';
import { createReport } from './report.ts';
import { checkServer } from './checkServer.ts';
import { policyViolations } from './policyViolations.ts';

/** What is looked at. */
export interface DiagnosisTarget {
  element: HTMLElement;
  /** Version of the script, and versions of other copies of it that came later and are not used. */
  version: string;
  others: readonly string[];
  /** Address of the element's own file. */
  script: string;
  /** Origin of the server. */
  base: string;
}

/** Looks at the page, the element and the server. Takes as long as the server's answer, ten seconds at most; never rejects. */
export async function diagnoseWidget(target: DiagnosisTarget): Promise<DiagnosisReport> {
  const { element, base, script } = target;
  const server = await checkServer(base, name => element.getAttribute(name) ?? '');
  return createReport([
    ...checkPolicy([...policyViolations, ...server.violations], [base, new URL(script).origin], element),
    ...server.findings,
    ...checkAttributes(element),
    ...(server.settings ? checkCurrencyCodes(element, server.settings, base) : []),
    ...checkContrast(element),
    ...checkPage(target),
  ]);
}
