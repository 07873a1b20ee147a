import * as v from 'valibot';
import { Settings } from '#core/contract/calculator.ts';
import type { Code, Finding } from './report.ts';

/** How long an answer is waited for, milliseconds, and from how many on it is called slow. */
const PATIENCE = 10_000;
const SLOW = 1_500;

/** So much later than a call fails its violation may be told, milliseconds. */
const LATE = 100;

/** A clock this many milliseconds off the server's is worth a word. */
const SKEW = 30_000;

/** What the server answered, null when it did not, what that says, and what the page's policy forbade meanwhile. */
export interface Answer {
  settings: Settings | null;
  findings: Finding[];
  violations: SecurityPolicyViolationEvent[];
}

/** Asks for what a form begins with, as the form does. `wish` reads an attribute. */
export async function ask(base: string, wish: (name: string) => string): Promise<Answer> {
  const violations: SecurityPolicyViolationEvent[] = [];
  const listening = new AbortController();
  const listen = (event: SecurityPolicyViolationEvent) => void violations.push(event);
  document.addEventListener('securitypolicyviolation', listen, { signal: listening.signal });
  const query = new URLSearchParams({ cur_from: wish('cur_from'), cur_to: wish('cur_to') });
  const answer = await probe(base, `${base}/api/v1/calculator/settings/?${query}`);
  // A violation is told after the call has failed.
  if (!answer.settings) await new Promise(resolve => setTimeout(resolve, LATE));
  listening.abort();
  // What the policy forbids is a finding of its own, and says more.
  const forbidden = violations.some(
    ({ blockedURI, disposition }) => disposition === 'enforce' && blockedURI.startsWith(base),
  );
  return { ...answer, ...(forbidden && { findings: [] }), violations };
}

async function probe(base: string, address: string): Promise<Omit<Answer, 'violations'>> {
  const began = performance.now();
  const call = (mode: RequestMode) =>
    fetch(address, { mode, cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) });
  const fails = (code: Code, message: string) => ({
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
      return fails('offline', 'Это устройство не в сети. Подключите его и спросите снова.');
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return fails(
        'api_timeout',
        `API ${base} не ответил за ${PATIENCE / 1000} с. Проверьте нагрузку сервера и прокси перед ним.`,
      );
    if (mixed(base))
      return fails(
        'mixed_content',
        `Страница открыта по https, а API ${base} нет: браузер его не откроет. Дайте API адрес с https://.`,
      );
    const there = await call('no-cors').then(
      () => true,
      () => false,
    );
    return there
      ? fails(
          'api_cors',
          `API ${base} отвечает, но браузер не отдаёт ответ этой странице: нет заголовка Access-Control-Allow-Origin. Обменник его шлёт: проверьте атрибут api и прокси перед сервером.`,
        )
      : fails('api_unreachable', `API ${base} не отвечает. Проверьте адрес и сеть, потом сам сервер.`);
  }
  const took = Math.round(performance.now() - began);
  if (response.status === 503)
    return fails('api_maintenance', `API ${base} закрыт на технические работы. Форма вернётся сама.`);
  if (response.status === 429)
    return fails(
      'api_limit',
      `API ${base} просит подождать: с этого адреса слишком много запросов. Повторите через ${response.headers.get('retry-after') ?? 60} с.`,
    );
  if (!response.ok)
    return fails('api_status', `API ${base} ответил кодом ${response.status}. Причина в журнале сервера.`);
  const settings = parse(text);
  if (!settings)
    return fails('api_foreign', `${base} отвечает, но не как API обменника. Проверьте атрибут api.`);
  const quick = took < SLOW;
  const message = `API ${base} ответил за ${took} мс${quick ? '' : ', это медленно: столько ждут формы. Проверьте сеть и сервер'}.`;
  const reached: Finding = {
    code: quick ? 'api_reached' : 'api_slow',
    level: quick ? 'info' : 'warning',
    message,
  };
  return { settings, findings: [reached, ...clock(settings, took)] };
}

/** Whether browsers keep a page of https from this server; this very machine is trusted without. */
function mixed(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  const here = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return location.protocol === 'https:' && protocol === 'http:' && !here;
}

function parse(text: string): Settings | null {
  try {
    return v.parse(Settings, JSON.parse(text));
  } catch {
    return null;
  }
}

/** This device's clock against the server's, which spoke in the middle of the call. */
function clock({ pair }: Settings, took: number): Finding[] {
  if (!pair?.now) return [];
  const off = Date.now() - took / 2 - Date.parse(pair.now);
  if (Math.abs(off) < SKEW) return [];
  const seconds = Math.round(Math.abs(off) / 1000);
  const much = seconds < 120 ? `${seconds} с` : `${Math.round(seconds / 60)} мин`;
  const message = `Часы этого устройства ${off > 0 ? 'спешат' : 'отстают'} на ${much} против сервера. Виджет считает сроки по часам сервера, другие части страницы могут ошибаться. Включите на устройстве точное время.`;
  return [{ code: 'clock_skew', level: 'warning', message }];
}
