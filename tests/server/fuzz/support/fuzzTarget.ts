import { Agent, request as sendRequest } from 'node:http';
import type { ServerProcess } from '../../../support/serverProcess.ts';
import type { FuzzRequest } from './fuzzRequests.ts';

/** Longest time of a response, milliseconds. */
const MAX_RESPONSE_MS = 1_000;

/** Without a response after this time, the process is taken for hung, milliseconds. */
const HANG_TIMEOUT_MS = 10_000;

/** A slow request is repeated as soon as the server responds fast: another process may have had the processor. */
const MAX_ATTEMPTS = 4;

/** Time of a fast response, milliseconds, and the longest wait for one. */
const FAST_RESPONSE_MS = 50;
const CALM_TIMEOUT_MS = 5_000;

/** The failure of a request without a response. */
export const NO_ANSWER = 'no answer';

type FuzzOutcome = { status: number; durationMs: number; text: string } | typeof NO_ANSWER;

/**
 * Sends requests to a server process, one after another on one connection. It stands outside of the process, so that a
 * loop that never ends stops neither the test nor its clock.
 */
export class FuzzTarget {
  readonly #server: ServerProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Sends a request and describes what is wrong with the response; null if nothing is. */
  async findFailure(request: FuzzRequest): Promise<{ failure: string | null; status: number }> {
    let fastestMs = Infinity;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const outcome = await this.#send(request);
      if (outcome === NO_ANSWER) {
        await this.#server.kill();
        await this.#server.start();
        return { failure: NO_ANSWER, status: 0 };
      }
      const { status, durationMs, text } = outcome;
      if (status >= 500) return { failure: `${status} ${text.slice(0, 200)}`, status };
      if (durationMs <= MAX_RESPONSE_MS) return { failure: null, status };
      fastestMs = Math.min(fastestMs, durationMs);
      await this.#waitUntilCalm();
    }
    return { failure: `${Math.round(fastestMs)} ms`, status: 200 };
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, headers, body }: FuzzRequest): Promise<FuzzOutcome> {
    const { hostname, port } = new URL(this.#server.origin);
    const startedAt = performance.now();
    return new Promise(resolve => {
      const sent = sendRequest({ hostname, port, method, path, headers, agent: this.#agent }, response => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        const end = () => {
          clearTimeout(timer);
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, durationMs: performance.now() - startedAt, text });
        };
        response.on('end', end);
        response.on('error', end);
      });
      const timer = setTimeout(() => {
        resolve(NO_ANSWER);
        sent.destroy();
      }, HANG_TIMEOUT_MS);
      sent.on('error', () => {
        clearTimeout(timer);
        // A server that refuses a body closes the connection before all of it is sent.
        void this.#isAlive().then(isAlive =>
          resolve(isAlive ? { status: 0, durationMs: performance.now() - startedAt, text: '' } : NO_ANSWER),
        );
      });
      sent.end(body ?? undefined);
    });
  }

  async #waitUntilCalm(): Promise<void> {
    const deadline = performance.now() + CALM_TIMEOUT_MS;
    for (let startedAt = performance.now(); startedAt < deadline; startedAt = performance.now()) {
      await this.#isAlive();
      if (performance.now() - startedAt <= FAST_RESPONSE_MS) return;
    }
  }

  #isAlive(): Promise<boolean> {
    const signal = AbortSignal.timeout(HANG_TIMEOUT_MS);
    return fetch(`${this.#server.origin}/livez`, { signal }).then(
      response => response.ok,
      () => false,
    );
  }
}
