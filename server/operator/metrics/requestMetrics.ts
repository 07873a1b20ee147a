import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EventListeners } from '#server/platform/serverEvents.ts';

/** Methods that a route of the server can have. Clients may send others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE']);

/** Upper limits of the buckets, seconds. Reads take less than a millisecond. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the metrics of HTTP requests, and returns their listeners. */
export function createRequestListeners(registry: Registry) {
  const registers = [registry];
  const duration = new Histogram({
    name: 'razmen_http_request_duration_seconds',
    help: 'Time from the headers of a request to those of its response, by pattern of the route',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'razmen_http_requests_in_flight',
    help: 'Requests without a response yet',
    registers,
  });
  const refused = new Counter({
    name: 'razmen_http_rate_limited_total',
    help: 'Requests refused with 429, by budget; open_claims and upload_bytes count what is open at once',
    labelNames: ['budget'],
    registers,
  });
  const unavailable = new Counter({
    name: 'razmen_http_unavailable_total',
    help: 'Responses with 503, by code of the problem',
    labelNames: ['code'],
    registers,
  });
  return {
    requestStarted: () => inFlight.inc(),
    requestRefused: ({ budget }) => refused.inc({ budget }),
    requestEnded({ method, route, status, code, seconds }) {
      inFlight.dec();
      const labels = { method: METHODS.has(method) ? method : 'other', route };
      duration.observe({ ...labels, status: `${Math.floor(status / 100)}xx` }, seconds);
      if (status === 503) unavailable.inc({ code: code ?? 'none' });
      if (status === 429 && code === 'claims_limit') refused.inc({ budget: 'open_claims' });
    },
  } satisfies Partial<EventListeners>;
}
