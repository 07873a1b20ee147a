import type { BudgetName } from './budgets.ts';
import type { GetLimit } from './limitRequests.ts';
import { refuseRequest } from './refuseRequest.ts';

/** Counts a request against the budget of a key other than the client's network. 429 if too few tokens are left. */
export async function checkLimit(
  { getLimit }: { getLimit: GetLimit },
  budget: BudgetName,
  key: string,
): Promise<void> {
  const waitMs = await getLimit(budget)(key);
  if (waitMs > 0) refuseRequest(budget, Math.ceil(waitMs / 1000));
}
