import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { SpecBackend } from '#tests/core/session/support/specBackend.ts';

/** A claim of the exchange: the body that created it, and its status. */
export interface SpecClaim {
  id: string;
  body: Record<string, unknown>;
  status: string;
  isConfirmed: boolean;
  bills: number;
}

/** The fields of the create payload, and those of them that are optional. */
const PAYLOAD = [
  'email',
  'fromPs',
  'toPs',
  'fromSumma',
  'toSumma',
  'fromRequisites',
  'toRequisites',
  'recaptcha',
  'withVerificationCourse',
];
const OPTIONAL_PAYLOAD = ['refferal', 'promocode', 'saveRequisites'];

/** Adds the calls of claims. Returns the claims, the latest last; a test changes their status. */
export function addClaimCalls({ app }: SpecBackend): SpecClaim[] {
  const claims: SpecClaim[] = [];
  const path = '/api/v1/claim';
  const withClaim =
    (send: (c: Context, claim: SpecClaim) => Response | Promise<Response>) => (c: Context) => {
      const claim = claims.find(({ id }) => id === c.req.param('id'));
      return claim ? send(c, claim) : c.notFound();
    };
  app.get(`${path}/captchacheck`, c => c.json({}));
  app.post(`${path}/`, async c => {
    const body = await c.req.json<Record<string, unknown>>();
    const missing = PAYLOAD.filter(name => !(name in body));
    if (missing.length > 0)
      return c.json(Object.fromEntries(missing.map(name => [name, ['Поле обязательно']])), 400);
    // Other fields, which the specification does not name, are ignored.
    const names = [...PAYLOAD, ...OPTIONAL_PAYLOAD];
    const known = Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
    const claim = { id: randomUUID(), body: known, status: 'waiting', isConfirmed: false, bills: 0 };
    claims.push(claim);
    // "Claim fields: not shown". The page of a claim is /claim/{uuid}.
    return c.json({ id: claim.id }, 201);
  });
  // "Claim statuses: fetched from a status call". It sends nothing but the status.
  app.get(
    `${path}/:id/status/`,
    withClaim((c, { status }) => c.json({ status })),
  );
  // Its fields are not shown. Without these two nobody can pay.
  app.get(
    `${path}/:id/requisite/`,
    withClaim((c, { body }) =>
      c.json({ value: 'TN2Y6B8Zc3gUFbZqPSSnVEg3oDRqjmD4vb', amount: body['fromSumma'] }),
    ),
  );
  app.get(
    `${path}/:id/form/`,
    withClaim(c => c.json({})),
  );
  app.post(
    `${path}/:id/confirm/`,
    withClaim((c, claim) => {
      claim.isConfirmed = true;
      claim.status = 'claimed';
      return c.json({});
    }),
  );
  app.post(
    `${path}/:id/bill/`,
    withClaim(async (c, claim) => {
      await c.req.parseBody();
      claim.bills++;
      return c.json({});
    }),
  );
  return claims;
}
