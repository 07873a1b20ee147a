import { getContestCall, type Contest } from '#core/contract/contest.ts';
import type { CallOptions, ApiClient } from './client.ts';
import { sendCall } from './sendCall.ts';

/** A running contest. `endsAtMs` is its end by this device's clock, corrected by the server's time. */
export type RunningContest = Contest & { endsAtMs: number };

/** The running contest from GET calculator/settings/; null if there is none. */
export async function fetchContest(client: ApiClient, options?: CallOptions): Promise<RunningContest | null> {
  let clockOffsetMs = 0;
  const { contest } = await sendCall(client, getContestCall, {
    ...options,
    // The Date header of a cached response is old.
    revalidate: true,
    onServerTime: serverMs => (clockOffsetMs = client.clock.now() - serverMs),
  });
  return contest && { ...contest, endsAtMs: Date.parse(contest.endsAt) + clockOffsetMs };
}
