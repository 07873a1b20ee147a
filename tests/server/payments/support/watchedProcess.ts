import type { ClaimStatus } from '#core/contract/claim.ts';
import { NODE_VARIABLES, type NodeName } from '#server/platform/config/nodeSettings.ts';
import { createClaimClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createServerProcess } from '../../../support/serverProcess.ts';
import type { CrashDatabase } from './crashDatabase.ts';

/** Prepares a server process that reads the payments of a node, by default of Ethereum. */
export const createWatchedProcess = (
  { env }: CrashDatabase,
  nodeUrl: string,
  network: NodeName = 'ethereum',
) =>
  createServerProcess({
    ...relaxedLimits,
    ...env,
    OPERATOR: 'manual',
    RATE_DRIFT: 'off',
    [NODE_VARIABLES[network]]: nodeUrl,
  });

export type WatchedProcess = Awaited<ReturnType<typeof createWatchedProcess>>;

/** Gives claims addresses with these commands, and waits until the server has noted the newest block. */
export async function setUpExchange(server: WatchedProcess, commands: readonly string[]): Promise<void> {
  for (const command of commands) await server.runOperator(...command.split(' '));
  await waitFor(async () => / read$/m.test(await server.runOperator('payments')));
}

/** Creates a claim with its address and its comment, if any. `fetchStatus` asks the given process. */
export async function createPaidClaim({ origin }: WatchedProcess, code: string, fromSumma: string) {
  const client = createClaimClient((path, init) => fetch(origin + path, init));
  const claim = await client.createClaim(await client.buildClaim(code, 'SBERRUB', { fromSumma }));
  const requisite = await client.fetchClaim(claim.id, 'requisite', claim.secret);
  const { value: address, memo } = (await requisite.json()) as {
    value: string;
    memo: { value: string } | null;
  };
  return {
    ...claim,
    address,
    comment: memo?.value ?? '',
    async fetchStatus(server: WatchedProcess): Promise<ClaimStatus> {
      const headers = { 'x-claim-secret': claim.secret };
      return (await (
        await fetch(`${server.origin}/api/v1/claim/${claim.id}/status/`, { headers })
      ).json()) as ClaimStatus;
    },
  };
}

export type PaidClaim = Awaited<ReturnType<typeof createPaidClaim>>;

/** Waits at most a minute. */
export async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('it did not happen in 60 s');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
