import type { BenchDatabase } from './benchDatabase.ts';
import type { BenchOptions } from './benchOptions.ts';
import { startServers } from './benchServers.ts';
import { addCleanup } from './cleanups.ts';
import { checkData } from './checkData.ts';
import { fetchClaimPairs, type ClaimPair } from './claimMix.ts';
import type { Measurement } from './describeLoad.ts';
import { startEmailSink } from './emailSink.ts';
import { runLoad } from './runLoad.ts';

/** Runs the load on a database that `prepareDatabase` wrote, and checks the data afterwards. */
export async function measureDatabase(
  database: BenchDatabase,
  options: BenchOptions,
): Promise<Measurement & { pairs: readonly ClaimPair[] }> {
  const startedAt = Date.now();
  const emailSink = await startEmailSink();
  addCleanup(emailSink.close);
  const processCount = database.dialect === 'sqlite' ? 1 : options.processes;
  const servers = await startServers(database, processCount, emailSink.url);
  addCleanup(servers.stop);
  const pairs = await fetchClaimPairs(servers.origins[0] ?? '');
  const load = await runLoad(servers.origins, pairs, options);
  await servers.stop();
  if (load.firstFailure !== null) console.error(`First failure: ${load.firstFailure}`);
  const problems = await checkData(database, load, startedAt);
  for (const problem of problems) console.error(`Problem: ${problem}`);
  return { load, problems, pairs };
}
