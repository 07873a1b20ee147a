import * as claims from '../api/claim.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { backoff } from '../clock.ts';
import type { ClaimCreated } from '../contract/claim.ts';
import type { Job } from './kept.ts';

const RETRY = { first: 2_000, most: 15_000 } as const;

/** How a creation ended; `stopped` when it was called off. */
export type Sent = { made: ClaimCreated } | { refused: unknown } | { stopped: true };

/** A creation that goes on until the server has told what became of it. */
export interface Sending {
  readonly result: Promise<Sent>;
  /** Asks again now instead of waiting. */
  wake(): void;
  stop(): void;
}

/**
 * Sends the job, and the very same again after each answer that does not tell whether the claim was made. `unknown` is
 * called when that begins.
 */
export function start(client: Client, job: Job, recaptcha: string | null, unknown: () => void): Sending {
  const controller = new AbortController();
  let wake = () => undefined as void;

  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const off = client.clock.later(resolve, ms);
      wake = () => {
        off();
        resolve();
      };
    });

  async function run(): Promise<Sent> {
    for (let n = 0; ; n++) {
      try {
        const body = { ...job.body, recaptcha };
        const { signal } = controller;
        return { made: await claims.create(client, body, job.key, { signal, timeout: 15_000 }) };
      } catch (error) {
        if (controller.signal.aborted) return { stopped: true };
        if (!(error instanceof ApiError) || !error.unknown) return { refused: error };
        unknown();
        await pause(backoff(n, RETRY.first, RETRY.most));
        if (controller.signal.aborted) return { stopped: true };
      }
    }
  }

  return {
    result: run(),
    wake: () => wake(),
    stop() {
      controller.abort();
      wake();
    },
  };
}
