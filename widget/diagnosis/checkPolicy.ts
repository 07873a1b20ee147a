import type { Finding } from './report.ts';

/**
 * Reports violations of the page's Content-Security-Policy by the widget: blocked URLs of `origins`, and blocked
 * actions of its scripts. One finding per directive and URL.
 */
export function checkPolicy(
  violations: readonly SecurityPolicyViolationEvent[],
  origins: readonly string[],
  element: HTMLElement,
): Finding[] {
  const found = new Map<string, Finding>();
  for (const event of violations) {
    const address = origins.find(origin => event.blockedURI.startsWith(origin));
    const isOurs = origins.some(origin => event.sourceFile?.startsWith(origin)) || event.target === element;
    if (!address && !isOurs) continue;
    const directive = event.effectiveDirective;
    const action = address ? `обратиться к ${address}` : `использовать ${event.blockedURI}`;
    const isReportOnly = event.disposition === 'report';
    const remedy = address ? ` Добавьте в неё: ${directive.replace(/-(elem|attr)$/, '')} ${address}.` : '';
    found.set(`${directive} ${address ?? event.blockedURI} ${isReportOnly}`, {
      code: 'csp_blocked',
      level: isReportOnly ? 'warning' : 'error',
      message: isReportOnly
        ? `Политика страницы в режиме отчёта (${directive}) запретила бы виджету ${action}.${remedy}`
        : `Политика страницы (${directive}) не даёт виджету ${action}.${remedy}`,
    });
  }
  return [...found.values()];
}
