import { attributes } from './attributes.ts';
import { codes } from './codes.ts';
import { contrast } from './contrast.ts';
import { page } from './page.ts';
import { blocked } from './policy.ts';
import type { Report } from './report.ts';
import { report } from './report.ts';
import { ask } from './server.ts';
import { violations } from './violations.ts';

/** What is looked at. */
export interface Subject {
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
export async function diagnose(subject: Subject): Promise<Report> {
  const { element, base, script } = subject;
  const server = await ask(base, name => element.getAttribute(name) ?? '');
  return report([
    ...blocked([...violations, ...server.violations], [base, new URL(script).origin], element),
    ...server.findings,
    ...attributes(element),
    ...(server.settings ? codes(element, server.settings, base) : []),
    ...contrast(element),
    ...page(subject),
  ]);
}
