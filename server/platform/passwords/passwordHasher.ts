import { availableParallelism } from 'node:os';
import { createFairQueue, type FairQueueLimits } from './fairQueue.ts';
import { hashPassword, PASSWORD_HASH_COST, verifyPassword } from './passwordHash.ts';

/** The client that causes the work. Devices that have logged in before wait in a separate lane. */
export interface HashingClient {
  network: string;
  isKnownDevice: boolean;
}

/** Hashes passwords with limited concurrency. Rejects with OverloadedError if too many tasks wait. */
export interface PasswordHasher {
  hash: (password: string, client: HashingClient) => Promise<string>;
  /** Whether the password matches the hash; null takes the same time and returns false. */
  verify: (password: string, hash: string | null, client: HashingClient) => Promise<boolean>;
}

/** One hash takes 20 MB and 20 to 50 ms of a core. The last task in a full queue waits a few seconds. */
const DEFAULT_LIMITS: FairQueueLimits = {
  // One core is left for other requests.
  concurrency: Math.max(1, availableParallelism() - 1),
  maxWaitingPerNetwork: 8,
  maxWaiting: 100,
};

/** Creates the hasher of a process. `cost`: of new hashes. */
export function createPasswordHasher({
  limits = DEFAULT_LIMITS,
  cost = PASSWORD_HASH_COST,
} = {}): PasswordHasher {
  const runFairly = createFairQueue(['known', 'unknown'], limits);
  const run = <T>({ network, isKnownDevice }: HashingClient, task: () => Promise<T>) =>
    runFairly(isKnownDevice ? 'known' : 'unknown', network, task);
  return {
    hash: (password, client) => run(client, () => hashPassword(password, cost)),
    verify: (password, hash, client) => run(client, () => verifyPassword(password, hash, cost)),
  };
}
