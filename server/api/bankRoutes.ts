import type { Env, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Webhook } from 'standardwebhooks';
import { reportBankTransfersCall } from '#core/contract/operator/transfers/bankTransfers.ts';
import { StatementLines } from '#core/contract/operator/transfers/statements.ts';
import { Problem } from '#core/contract/problem.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { reportTransfers } from '#server/operator/bank/reportTransfers.ts';
import { describeJson } from '#server/platform/http/openapiDocs.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { createCallRoutes, type Access } from './callRoutes.ts';

/** Routes of a bank, below /api/v1/bank. */
export function createBankRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/bank', 'bank', { isHidden: true });
  const route = { access: createSignedAccess(context), body: StatementLines, codes: ['empty', 'too_long'] };
  addCall(reportBankTransfersCall, route, (_c, { body }) => reportTransfers(context, body));
  return routes;
}

/** Access of requests that are signed as Standard Webhooks say, within five minutes. */
const createSignedAccess = ({ config: { bankSecret } }: ServerContext): Access<Env> => ({
  guard: createMiddleware(async (c, next) => {
    try {
      new Webhook(bankSecret ?? '').verify(await c.req.text(), c.req.header(), { jsonParse: false });
    } catch {
      throw createProblem(401, 'signature_invalid');
    }
    await next();
  }),
  refusals: { 401: describeJson(Problem, '`signature_invalid`') },
});
