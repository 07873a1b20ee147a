import type { Context, Hono } from 'hono';
import { isIdempotencyKey, isIdempotencyKeyUsed } from '#server/exchange/claims/idempotency.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { rejectDuringMaintenance } from '#server/exchange/catalogue/maintenance.ts';
import { createBudget, isSharedBudget, type BudgetName } from '#server/platform/limits/budgets.ts';
import { limitRequests, WRITE_METHODS, type GetLimit } from '#server/platform/limits/limitRequests.ts';
import { createSharedLimit } from '#server/platform/limits/sharedLimit.ts';
import { createTokenBucket, type TakeTokens } from '#server/platform/limits/tokenBucket.ts';
import { listApiResources } from './resources.ts';

/** Adds the enabled resources to `app`: maintenance, limits, routes. `registerMiddleware` adds CORS and body limits. */
export function mountResources(app: Hono, context: ServerContext): void {
  const mounts = listApiResources(context.config).flatMap(resource =>
    resource.prefixes.map(prefix => ({ prefix, resource })),
  );
  const maintenancePaths = mounts.flatMap(({ prefix, resource }) =>
    (resource.maintenancePaths ?? []).map(path => prefix + path),
  );
  for (const path of ['/api/v1/*', '/api/v2/*', '/front-api/*'])
    app.use(path, rejectDuringMaintenance(context, maintenancePaths));

  // One limit per budget: uploads to different resources count together.
  const limits = new Map<BudgetName, TakeTokens>();
  const getLimit: GetLimit = budget => {
    const limit = limits.get(budget) ?? createLimit(budget, context);
    limits.set(budget, limit);
    return limit;
  };
  for (const { prefix, resource } of mounts) {
    for (const path of resource.uploadPaths ?? [])
      app.post(prefix + path, limitRequests(getLimit('upload'), { budget: 'upload' }));
    for (const { method, path, allowsRepetitions, ...cost } of resource.limits === 'none'
      ? []
      : resource.limits)
      app.on(
        method === 'WRITE' ? 'ALL' : method,
        prefix + path,
        limitRequests(
          getLimit(cost.budget),
          method === 'WRITE' ? { ...cost, methods: WRITE_METHODS } : cost,
          allowsRepetitions && {
            getKey: getIdempotencyKey,
            isMatch: c => isIdempotentRetry(context, c),
            takeTokens: getLimit('repeat'),
          },
        ),
      );
  }
  // Hono matches `/` of a sub-app at the prefix with its trailing slash only.
  for (const { prefix, resource } of mounts) app.route(prefix, resource.createRoutes(context, getLimit));
}

/** Creates the limit of a budget: in PostgreSQL if processes share the budget and the database, else in memory. */
function createLimit(name: BudgetName, context: ServerContext): TakeTokens {
  const { config, elapsed, runShortWrite } = context;
  const budget = createBudget(name, config.limits);
  return runShortWrite && isSharedBudget(name)
    ? createSharedLimit(name, budget, { ...context, runShortWrite })
    : createTokenBucket(budget, elapsed);
}

/**
 * Whether the request has the key of a successful creation. It does not count as a creation, so that a client can fetch
 * a lost response. Requests with a known key are still limited.
 */
async function isIdempotentRetry({ db }: ServerContext, c: Context): Promise<boolean> {
  const key = getIdempotencyKey(c);
  return key !== undefined && isIdempotencyKey(key) && isIdempotencyKeyUsed(db, 'claim', key);
}

function getIdempotencyKey(c: Context): string | undefined {
  return c.req.header('idempotency-key');
}
