import { createProblem } from '../http/problem.ts';
import { publishEvent, type ServerEvents } from '../serverEvents.ts';

/** Refuses a request with 429 and Retry-After, whole seconds. A refusal of a named budget is counted. */
export function refuseRequest(
  budget: ServerEvents['requestRefused']['budget'] | undefined,
  retryAfter: number,
): never {
  if (budget) publishEvent('requestRefused', { budget });
  throw createProblem(429, 'too_many_requests', { retryAfter });
}
