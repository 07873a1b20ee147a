import type { Finding } from './report.ts';

/**
 * What the page's policy kept from the widget: addresses of ours, and what our script was not allowed to do. One finding a
 * directive and address.
 */
export function blocked(
  violations: readonly SecurityPolicyViolationEvent[],
  origins: readonly string[],
  element: HTMLElement,
): Finding[] {
  const found = new Map<string, Finding>();
  for (const event of violations) {
    const address = origins.find(origin => event.blockedURI.startsWith(origin));
    const ours = origins.some(origin => event.sourceFile?.startsWith(origin)) || event.target === element;
    if (!address && !ours) continue;
    const directive = event.effectiveDirective;
    const what = address ? `обратиться к ${address}` : `использовать ${event.blockedURI}`;
    const only = event.disposition === 'report';
    const cure = address ? ` Добавьте в неё: ${directive.replace(/-(elem|attr)$/, '')} ${address}.` : '';
    found.set(`${directive} ${address ?? event.blockedURI} ${only}`, {
      code: 'csp_blocked',
      level: only ? 'warning' : 'error',
      message: only
        ? `Политика страницы в режиме отчёта (${directive}) запретила бы виджету ${what}.${cure}`
        : `Политика страницы (${directive}) не даёт виджету ${what}.${cure}`,
    });
  }
  return [...found.values()];
}
