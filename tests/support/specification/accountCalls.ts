import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { SpecBackend } from '#tests/core/session/support/specBackend.ts';
import type { SpecClaim } from './claimCalls.ts';

/** Ids of the account's objects. */
export const SPEC_IDS = { claim: 17, requisite: 5, verification: randomUUID() } as const;

/** A page of a list. The specification does not show its format; it has at least the lines and their number. */
const sendPage = (c: Context, results: readonly object[]) => c.json({ count: results.length, results });

/** Adds the calls of the account, of guests who get one, and of verifications. */
export function addAccountCalls({ app, state }: SpecBackend, claims: SpecClaim[]): void {
  const needsToken: MiddlewareHandler = async (c, next) => {
    const token = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
    if (state.accessTokens.has(token)) return next();
    return c.json({ detail: 'Вход устарел', code: 'token_not_valid' }, 401);
  };
  const users = '/api/v1/users';
  // "User (bearer token)".
  app.use(`${users}/me/*`, needsToken);
  app.get(`${users}/me/claims/`, c => sendPage(c, [{ id: SPEC_IDS.claim }]));
  app.post(`${users}/me/claims/:id/`, c => {
    const claim = { id: randomUUID(), body: {}, status: 'waiting', isConfirmed: false, bills: 0 };
    claims.push(claim);
    return c.json({ id: claim.id }, 201);
  });
  app.post(`${users}/me/password/`, c => c.body(null, 204));
  // "Requisite: typed and paginated. Fields: not shown".
  app.get(`${users}/me/requisites/`, c => sendPage(c, [{ id: SPEC_IDS.requisite }]));
  app.get(`${users}/me/requisites/inputs/`, c => c.json([]));
  app.post(`${users}/me/requisites/`, c => c.json({ id: SPEC_IDS.requisite }, 201));
  app.patch(`${users}/me/requisites/:id/`, c => c.json({ id: SPEC_IDS.requisite }));
  app.delete(`${users}/me/requisites/:id/`, c => c.body(null, 204));
  app.get(`${users}/me/statistics/`, c => c.json({}));
  app.get(`${users}/me/promocodes/`, c => c.json([]));
  app.get(`${users}/me/refferal/`, c => c.json({}));
  app.post(`${users}/me/refferal/`, c => c.json({}, 201));
  app.get(`${users}/me/refferal/dw/`, c => sendPage(c, []));
  app.get(`${users}/me/refferal/withdrawal/`, c => c.json({}));
  app.post(`${users}/me/refferal/withdrawal/`, c => c.json({}, 201));
  app.get(`${users}/pairs/best`, c => c.json([]));

  for (const path of ['signup/', 'restore/', 'restore/:token/', 'activate/:token/'])
    app.post(`${users}/${path}`, c => c.body(null, 204));

  const verify = '/api/v1/verify';
  const { verification: id } = SPEC_IDS;
  const withVerification = (send: (c: Context) => Response) => (c: Context) =>
    c.req.param('id') === id ? send(c) : c.notFound();
  app.get(`${verify}/`, c => sendPage(c, [{ id }]));
  app.post(`${verify}/`, c => c.json({ id }, 201));
  app.get(`${verify}/inputs/`, c => c.json([]));
  app.get(
    `${verify}/:id/`,
    withVerification(c => c.json({ id })),
  );
  app.put(
    `${verify}/:id/`,
    withVerification(c => c.json({ id })),
  );
  app.delete(
    `${verify}/:id/`,
    withVerification(c => c.body(null, 204)),
  );
  app.get(
    `${verify}/:id/status/`,
    withVerification(c => c.json({})),
  );
  app.post('/api/v2/verify/upload/', c => c.json({}, 201));
  app.post('/api/v2/verify/confirm/', c => c.json({ id }));
}
