import * as v from 'valibot';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import type { FindingCode, Finding } from './report.ts';

/** Timeout of a request, and the duration from which a response counts as slow, milliseconds. */
const SERVER_TIMEOUT_MS = 10_000;
const SLOW_RESPONSE_MS = 1_500;

/** Delay between a failed request and its securitypolicyviolation event, milliseconds. */
const VIOLATION_DELAY_MS = 100;

/** Clock difference from which a finding is reported, milliseconds. */
const MAX_CLOCK_SKEW_MS = 30_000;

/** Result of the server check: the settings (null on failure), findings, and policy violations during the request. */
export interface ServerCheck {
  settings: CalculatorSettings | null;
  findings: Finding[];
  violations: SecurityPolicyViolationEvent[];
}

/** Requests the settings as the form does. Waits at most 10 s; never rejects. */
export async function checkServer(
  base: string,
  readAttribute: (name: string) => string,
): Promise<ServerCheck> {
  const violations: SecurityPolicyViolationEvent[] = [];
  const listeners = new AbortController();
  const onViolation = (event: SecurityPolicyViolationEvent) => void violations.push(event);
  document.addEventListener('securitypolicyviolation', onViolation, { signal: listeners.signal });
  const query = new URLSearchParams({ cur_from: readAttribute('cur_from'), cur_to: readAttribute('cur_to') });
  const result = await requestSettings(base, `${base}/api/v1/calculator/settings/?${query}`);
  // The violation event follows the failed request.
  if (!result.settings) await new Promise(resolve => setTimeout(resolve, VIOLATION_DELAY_MS));
  listeners.abort();
  // A blocking policy has its own, more specific finding.
  const isForbidden = violations.some(
    ({ blockedURI, disposition }) => disposition === 'enforce' && blockedURI.startsWith(base),
  );
  return { ...result, ...(isForbidden && { findings: [] }), violations };
}

async function requestSettings(base: string, address: string): Promise<Omit<ServerCheck, 'violations'>> {
  const startedAt = performance.now();
  const call = (mode: RequestMode) =>
    fetch(address, {
      mode,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(SERVER_TIMEOUT_MS),
    });
  const failWith = (code: FindingCode, message: string) => ({
    settings: null,
    findings: [{ code, level: 'error' as const, message }],
  });
  let response: Response;
  let text: string;
  try {
    response = await call('cors');
    text = await response.text();
  } catch (error) {
    if (!navigator.onLine)
      return failWith('offline', 'Это устройство не в сети. Подключите его и спросите снова.');
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return failWith(
        'api_timeout',
        `API ${base} не ответил за ${SERVER_TIMEOUT_MS / 1000} с. Проверьте нагрузку сервера и прокси перед ним.`,
      );
    if (isMixedContent(base))
      return failWith(
        'mixed_content',
        `Страница открыта по https, а API ${base} нет: браузер его не откроет. Дайте API адрес с https://.`,
      );
    const isReachable = await call('no-cors').then(
      () => true,
      () => false,
    );
    return isReachable
      ? failWith(
          'api_cors',
          `API ${base} отвечает, но браузер не отдаёт ответ этой странице: нет заголовка Access-Control-Allow-Origin. Обменник его шлёт: проверьте атрибут api и прокси перед сервером.`,
        )
      : failWith('api_unreachable', `API ${base} не отвечает. Проверьте адрес и сеть, потом сам сервер.`);
  }
  const durationMs = Math.round(performance.now() - startedAt);
  if (response.status === 503) return failWith(...describeUnavailable(base, readErrorCode(text)));
  if (response.status === 429)
    return failWith(
      'api_limit',
      `API ${base} просит подождать: с этого адреса слишком много запросов. Повторите через ${response.headers.get('retry-after') ?? 60} с.`,
    );
  if (!response.ok)
    return failWith('api_status', `API ${base} ответил кодом ${response.status}. Причина в журнале сервера.`);
  const settings = parseSettingsResponse(text);
  if (!settings)
    return failWith('api_foreign', `${base} отвечает, но не как API обменника. Проверьте атрибут api.`);
  const isFast = durationMs < SLOW_RESPONSE_MS;
  const message = `API ${base} ответил за ${durationMs} мс${isFast ? '' : ', это медленно: столько ждут формы. Проверьте сеть и сервер'}.`;
  const reached: Finding = {
    code: isFast ? 'api_reached' : 'api_slow',
    level: isFast ? 'info' : 'warning',
    message,
  };
  return { settings, findings: [reached, ...checkClock(settings, durationMs)] };
}

/** The finding for a 503 with this error code. Only `maintenance` is maintenance; a proxy's own 503 has no code. */
function describeUnavailable(base: string, errorCode: string | undefined): [FindingCode, string] {
  switch (errorCode) {
    case 'maintenance':
      return ['api_maintenance', `API ${base} закрыт на технические работы. Форма вернётся сама.`];
    case 'overloaded':
      return [
        'api_status',
        `API ${base} ответил кодом 503: сервер перегружен (overloaded). Форма повторит запрос сама. Проверьте нагрузку сервера.`,
      ];
    case 'database_unavailable':
      return [
        'api_status',
        `API ${base} ответил кодом 503: база данных недоступна (database_unavailable). Форма повторит запрос сама. Проверьте базу данных и журнал сервера.`,
      ];
    default:
      return [
        'api_status',
        `API ${base} ответил кодом 503. Проверьте, запущен ли сервер за прокси, и журнал сервера.`,
      ];
  }
}

/** `code` of an error response's JSON body; undefined if there is none. */
function readErrorCode(text: string): string | undefined {
  try {
    return v.parse(v.object({ code: v.string() }), JSON.parse(text)).code;
  } catch {
    return undefined;
  }
}

/** Whether browsers block this server as mixed content. The local machine is trusted without https. */
function isMixedContent(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  const isLocalHost = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return location.protocol === 'https:' && protocol === 'http:' && !isLocalHost;
}

function parseSettingsResponse(text: string): CalculatorSettings | null {
  try {
    return v.parse(CalculatorSettings, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Compares the device's clock with the server's, assuming that the server responded halfway through the request. */
function checkClock({ pair }: CalculatorSettings, durationMs: number): Finding[] {
  if (!pair?.now) return [];
  const skewMs = Date.now() - durationMs / 2 - Date.parse(pair.now);
  if (Math.abs(skewMs) < MAX_CLOCK_SKEW_MS) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const skewText = seconds < 120 ? `${seconds} с` : `${Math.round(seconds / 60)} мин`;
  const message = `Часы этого устройства ${skewMs > 0 ? 'спешат' : 'отстают'} на ${skewText} против сервера. Виджет считает сроки по часам сервера, другие части страницы могут ошибаться. Включите на устройстве точное время.`;
  return [{ code: 'clock_skew', level: 'warning', message }];
}
