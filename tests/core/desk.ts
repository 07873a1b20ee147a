import { Hono } from 'hono';
import type { ClaimCreate } from '#core/contract/claim.ts';
import type { Status } from '#core/claim/status.ts';
import type { Backend } from './backend.ts';

/** The claim calls of a backend, enough for a client: no amounts are checked, the test says what is refused. */
export interface Desk {
  fetch: Backend['fetch'];
  /** Creations that reached the desk, oldest first. */
  posts: { key: string; body: ClaimCreate }[];
  claims: { id: string; key: string; status: Status; toSumma: string; secret: string }[];
  /** The next creation is refused with this instead. */
  refusal: { status: number; body: unknown; headers?: Record<string, string> } | null;
  /** The next creation is done, but its answer never arrives. */
  loseAnswer: boolean;
  /** Where to pay is told. */
  payable: boolean;
  /** A captcha comes before a creation. */
  captcha: boolean;
}

const WINDOW = 20 * 60_000;

/** A desk beside a backend of courses; `now` is its clock. */
export function desk(courses: Backend, now: () => number): Desk {
  const side = { code: 'X', name: 'X', currency: 'X', network: null, icon: '', decimals: 2 };
  const instant = (at: number) => new Date(at).toISOString();
  const created = new Map<string, number>();
  const view = ({ id, status, toSumma }: Desk['claims'][number]) => ({
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
    deadline: instant((created.get(id) ?? 0) + WINDOW),
    createdAt: instant(created.get(id) ?? 0),
    now: instant(now()),
  });
  const missing = { code: 'not_found', detail: '' };

  const app = new Hono();
  app.get('/api/v1/claim/captchacheck', c => {
    const required = self.captcha;
    return c.json({ required, provider: required ? 'recaptcha' : null, sitekey: required ? 'key' : null });
  });
  app.post('/api/v1/claim/', async c => {
    const key = c.req.header('idempotency-key') ?? '';
    const body = await c.req.json<ClaimCreate>();
    self.posts.push({ key, body });
    const { refusal } = self;
    if (refusal) {
      self.refusal = null;
      return c.json(refusal.body as object, refusal.status as 400, refusal.headers);
    }
    let claim = self.claims.find(one => one.key === key);
    if (!claim) {
      const id = `${String(self.claims.length + 1).padStart(8, '0')}-0000-4000-8000-000000000000`;
      claim = { id, key, status: 'waiting', toSumma: body.toSumma, secret: `secret-${id}` };
      created.set(id, now());
      self.claims.push(claim);
    }
    if (self.loseAnswer) {
      self.loseAnswer = false;
      throw new TypeError('connection reset');
    }
    return c.json({ ...view(claim), secret: claim.secret }, 201);
  });
  const find = (id: string, secret: string | undefined) => {
    const claim = self.claims.find(one => one.id === id);
    return claim && (secret === undefined || secret === claim.secret) ? claim : null;
  };
  app.get('/api/v1/claim/:id/status/', c => {
    const secret = c.req.header('x-claim-secret');
    const claim = find(c.req.param('id'), secret);
    if (!claim) return c.json(missing, 404);
    return c.json(secret ? view(claim) : { status: claim.status });
  });
  app.get('/api/v1/claim/:id/requisite/', c => {
    const claim = find(c.req.param('id'), c.req.header('x-claim-secret'));
    if (!claim) return c.json(missing, 404);
    if (!self.payable) return c.json(null);
    const { deadline } = view(claim);
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
      now: instant(now()),
    });
  });
  app.post('/api/v1/claim/:id/cancel/', c => {
    const claim = find(c.req.param('id'), c.req.header('x-claim-secret'));
    if (!claim) return c.json(missing, 404);
    if (claim.status !== 'waiting') return c.json({ code: 'transition_forbidden', detail: '' }, 409);
    claim.status = 'cancelled';
    return c.json(view(claim));
  });
  app.onError(error => {
    throw error;
  });

  const self: Desk = {
    posts: [],
    claims: [],
    refusal: null,
    loseAnswer: false,
    payable: true,
    captcha: false,
    async fetch(url, init) {
      if (!url.includes('/claim/') || courses.broken) return courses.fetch(url, init);
      courses.asked.push(url);
      const response = await app.request(url, init);
      init.signal?.throwIfAborted();
      return response;
    },
  };
  return self;
}
