import { Hono } from 'hono';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { FakeBackend } from '../../support/fakeBackend.ts';

/** Fake claim endpoints. Amounts are not validated; the test decides what is refused. */
export interface FakeClaimApi {
  fetch: FakeBackend['fetch'];
  /** Received creation requests, oldest first. */
  createRequests: { key: string; body: ClaimCreate }[];
  claims: { id: string; key: string; status: ClaimStatusCode; toSumma: string; secret: string }[];
  /** Refuses the next creation with this response. */
  nextRefusal: { status: number; body: unknown; headers?: Record<string, string> } | null;
  /** Performs the next creation but loses its response. */
  losesNextResponse: boolean;
  /** Whether requisites are assigned. */
  hasRequisite: boolean;
  /** Whether a creation requires a captcha. */
  requiresCaptcha: boolean;
}

const PAYMENT_WINDOW_MS = 20 * 60_000;

/** Adds claim endpoints to the fake backend; `now` is its clock. */
export function createFakeClaimApi(courses: FakeBackend, now: () => number): FakeClaimApi {
  const side = { code: 'X', name: 'X', currency: 'X', network: null, icon: '', decimals: 2 };
  const toIso = (at: number) => new Date(at).toISOString();
  const created = new Map<string, number>();
  const claimResponse = ({ id, status, toSumma }: FakeClaimApi['claims'][number]) => ({
    id,
    number: id.slice(0, 4),
    status,
    from: side,
    to: side,
    fromSumma: '50.00',
    toSumma,
    course: '80',
    withVerificationCourse: false,
    email: 'anna@example.com',
    toRequisite: '4242 •••• 4242',
    deadline: toIso((created.get(id) ?? 0) + PAYMENT_WINDOW_MS),
    createdAt: toIso(created.get(id) ?? 0),
    now: toIso(now()),
  });
  const notFoundBody = { code: 'not_found', detail: '' };

  const app = new Hono();
  app.get('/api/v1/claim/captchacheck', c => {
    const required = fakeApi.requiresCaptcha;
    return c.json({ required, provider: required ? 'recaptcha' : null, sitekey: required ? 'key' : null });
  });
  app.post('/api/v1/claim/', async c => {
    const key = c.req.header('idempotency-key') ?? '';
    const body = await c.req.json<ClaimCreate>();
    fakeApi.createRequests.push({ key, body });
    const { nextRefusal } = fakeApi;
    if (nextRefusal) {
      fakeApi.nextRefusal = null;
      return c.json(nextRefusal.body as object, nextRefusal.status as 400, nextRefusal.headers);
    }
    let claim = fakeApi.claims.find(item => item.key === key);
    if (!claim) {
      const id = `${String(fakeApi.claims.length + 1).padStart(8, '0')}-0000-4000-8000-000000000000`;
      claim = { id, key, status: 'waiting', toSumma: body.toSumma, secret: `secret-${id}` };
      created.set(id, now());
      fakeApi.claims.push(claim);
    }
    if (fakeApi.losesNextResponse) {
      fakeApi.losesNextResponse = false;
      throw new TypeError('connection reset');
    }
    return c.json({ ...claimResponse(claim), secret: claim.secret }, 201);
  });
  const findClaim = (id: string, secret: string | undefined) => {
    const claim = fakeApi.claims.find(item => item.id === id);
    return claim && (secret === undefined || secret === claim.secret) ? claim : null;
  };
  app.get('/api/v1/claim/:id/status/', c => {
    const secret = c.req.header('x-claim-secret');
    const claim = findClaim(c.req.param('id'), secret);
    if (!claim) return c.json(notFoundBody, 404);
    return c.json(secret ? claimResponse(claim) : { status: claim.status });
  });
  app.get('/api/v1/claim/:id/requisite/', c => {
    const claim = findClaim(c.req.param('id'), c.req.header('x-claim-secret'));
    if (!claim) return c.json(notFoundBody, 404);
    if (!fakeApi.hasRequisite) return c.json(null);
    const { deadline } = claimResponse(claim);
    return c.json({
      kind: 'address',
      value: 'TDemo',
      amount: '50.00',
      currency: 'USDT',
      network: 'TRC20',
      memo: null,
      holder: null,
      bank: null,
      deadline,
      now: toIso(now()),
    });
  });
  app.post('/api/v1/claim/:id/cancel/', c => {
    const claim = findClaim(c.req.param('id'), c.req.header('x-claim-secret'));
    if (!claim) return c.json(notFoundBody, 404);
    if (claim.status !== 'waiting') return c.json({ code: 'transition_forbidden', detail: '' }, 409);
    claim.status = 'cancelled';
    return c.json(claimResponse(claim));
  });
  app.onError(error => {
    throw error;
  });

  const fakeApi: FakeClaimApi = {
    createRequests: [],
    claims: [],
    nextRefusal: null,
    losesNextResponse: false,
    hasRequisite: true,
    requiresCaptcha: false,
    async fetch(url, init) {
      if (!url.includes('/claim/') || courses.failure) return courses.fetch(url, init);
      courses.requestedUrls.push(url);
      const response = await app.request(url, init);
      init.signal?.throwIfAborted();
      return response;
    },
  };
  return fakeApi;
}
