import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Problem } from '#core/contract/problem.ts';
import { isLoopbackHost } from './ipAddress.ts';

/** For the person who has set the server up. Clients do not show it, so it is not in core/messages.ts. */
const REFUSAL: Problem = {
  code: 'demo_is_local',
  detail:
    'Это демонстрация: она проводит заявки без денег, поэтому отвечает только этому компьютеру, под именем localhost или 127.0.0.1 и без прокси. Чтобы открыть обменник для других, запустите сервер с OPERATOR=manual и укажите PUBLIC_ORIGIN и TRUST_PROXY.',
};

/** Headers that proxies, load balancers and tunnels add. */
const PROXY_HEADER_PATTERN =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-(real|client|cluster-client)-ip|(true|fastly|fly)-client-ip|cf-.+|cdn-loop|x-envoy-.+)$/;

/**
 * Refuses every request to a demo that was not sent directly from this machine: those with the host name of another
 * machine, which also prevents DNS rebinding, and those through a proxy. By default nginx connects with HTTP/1.0 and
 * `Host: 127.0.0.1`; browsers do not.
 */
export const refuseForeignRequests: MiddlewareHandler = async (c, next) => {
  if (isDirectRequest(c)) return next();
  c.set('problemCode', REFUSAL.code);
  const headers = { 'Cache-Control': 'no-store' };
  const isApi = /^\/(?:front-)?api\//.test(c.req.path);
  return isApi ? c.json(REFUSAL, 403, headers) : c.text(`${REFUSAL.detail}\n`, 403, headers);
};

function isDirectRequest(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const { hostname } = new URL(c.req.url);
  // The URL has the host of an absolute request target, or else of the header.
  return (
    isLoopbackName(hostname) &&
    isLoopbackName(removePort(c.req.header('host') ?? hostname)) &&
    incoming?.httpVersion !== '1.0' &&
    !Object.keys(c.req.header()).some(name => PROXY_HEADER_PATTERN.test(name))
  );
}

/** Whether a name is a loopback name, also with the trailing dot of the root: `localhost.`. */
function isLoopbackName(name: string): boolean {
  return isLoopbackHost(name.replace(/\.$/, ''));
}

const removePort = (host: string): string => host.replace(/:\d*$/, '');
