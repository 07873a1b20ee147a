import { WithContest, type Contest } from '#core/contract/contest.ts';
import type { CallOptions, Client } from './client.ts';

/** The contest that runs, of GET calculator/settings/ ; null without one. */
export async function contest(client: Client, options?: CallOptions): Promise<Contest | null> {
  return (await client.call(WithContest, '/api/v1/calculator/settings/', options)).contest;
}
