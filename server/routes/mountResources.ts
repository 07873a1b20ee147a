import type { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { rejectDuringMaintenance } from '../http/maintenance.ts';
import { reportRefusals } from '../http/requestEvents.ts';
import { createBudget, type BudgetName } from '../limits/budgets.ts';
import { limitRequests, WRITE_METHODS } from '../limits/limitRequests.ts';
import { createTokenBucket } from '../limits/tokenBucket.ts';
import { listApiResources } from './resources.ts';

/** Adds the enabled resources to `app`: maintenance, limits, routes. `registerMiddleware` adds CORS and body limits. */
export function mountResources(app: Hono, context: ServerContext): void {
  const mounts = listApiResources(context.config).flatMap(resource =>
    resource.prefixes.map(prefix => ({ prefix, resource })),
  );
  const maintenancePaths = mounts.flatMap(({ prefix, resource }) =>
    resource.maintenancePaths.map(path => prefix + path),
  );
  for (const path of ['/api/v1/*', '/api/v2/*'])
    app.use(path, rejectDuringMaintenance(context, maintenancePaths));

  // One bucket per budget: uploads to different resources count together.
  const buckets = new Map<BudgetName, ReturnType<typeof createTokenBucket>>();
  const getBucket = (budget: BudgetName) => {
    const bucket =
      buckets.get(budget) ??
      reportRefusals(budget, createTokenBucket(createBudget(budget, context.config.limits), context.elapsed));
    buckets.set(budget, bucket);
    return bucket;
  };
  for (const { prefix, resource } of mounts) {
    for (const path of resource.uploadPaths) app.post(prefix + path, limitRequests(getBucket('upload')));
    for (const { method, path, budget, repetitions, ...cost } of resource.limits === 'none'
      ? []
      : resource.limits)
      app.on(
        method === 'WRITE' ? 'ALL' : method,
        prefix + path,
        limitRequests(
          getBucket(budget),
          method === 'WRITE' ? { ...cost, methods: WRITE_METHODS } : cost,
          repetitions && {
            getKey: repetitions.getKey,
            isMatch: c => repetitions.isMatch(context, c),
            takeTokens: getBucket(repetitions.budget),
          },
        ),
      );
  }
  // Hono matches `/` of a sub-app at the prefix with its trailing slash only.
  for (const { prefix, resource } of mounts) app.route(prefix, resource.createRoutes(context));
}
