import { ContestSettings, type Contest } from '#core/contract/contest.ts';
import type { CallOptions, ApiClient } from './client.ts';

/** The contest that runs, of GET calculator/settings/ ; null without one. */
export async function fetchContest(client: ApiClient, options?: CallOptions): Promise<Contest | null> {
  return (await client.call(ContestSettings, '/api/v1/calculator/settings/', options)).contest;
}
