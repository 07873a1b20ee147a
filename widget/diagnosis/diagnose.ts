import { checkAttributes } from './checkAttributes.ts';
import { checkCurrencyCodes } from './checkCurrencyCodes.ts';
import { checkContrast } from './checkContrast.ts';
import { checkPage } from './checkPage.ts';
import { checkPolicy } from './checkPolicy.ts';
import { createReport, type DiagnosisReport, type DiagnosisTarget } from './report.ts';
import { checkServer } from './checkServer.ts';
import { policyViolations } from './policyViolations.ts';

/** Checks the page, the element and the server. Waits for the server's response, at most 10 s; never rejects. */
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
