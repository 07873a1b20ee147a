import type { ApiCall } from './apiCalls.ts';
import { listFuzzRequests, type FuzzRequest, type Visitor } from './fuzzRequests.ts';
import type { FuzzTarget } from './fuzzTarget.ts';
import type { createFuzzVisitors } from './fuzzVisitors.ts';

/** More failures are not looked for. */
const MAX_FAILURES = 50;

/** Status of a session that has ended. */
const UNAUTHORIZED = 401;

/** What a run has found. */
export interface FuzzReport {
  failures: string[];
  /** Calls whose valid request nobody could send: their extremes test nothing but that refusal. */
  unreachable: string[];
  requestCount: number;
}

/** Sends the extremes of calls, as each visitor. `random` decides who sends the extremes of others. */
export class CallFuzzer {
  readonly report: FuzzReport = { failures: [], unreachable: [], requestCount: 0 };
  readonly #target: FuzzTarget;
  readonly #visitors: Awaited<ReturnType<typeof createFuzzVisitors>>;
  readonly #random: () => number;
  #partner: Visitor;

  constructor(
    target: FuzzTarget,
    visitors: Awaited<ReturnType<typeof createFuzzVisitors>>,
    random: () => number,
  ) {
    this.#target = target;
    this.#visitors = visitors;
    this.#partner = visitors.partner;
    this.#random = random;
  }

  async fuzzCall(call: ApiCall): Promise<void> {
    let isReachable = false;
    for (const visitor of [this.#visitors.guest, ...this.#visitors.others]) {
      const status = await this.sendAll(listFuzzRequests(call, visitor, this.#random));
      isReachable ||= isAccepted(status);
    }
    isReachable = isAccepted(await this.#fuzzAsPartner(call)) || isReachable;
    if (!isReachable) this.report.unreachable.push(`${call.method} ${call.path}`);
  }

  /** Sends requests until one gets no answer. Returns the status of the first. */
  async sendAll(requests: readonly FuzzRequest[]): Promise<number> {
    const { report } = this;
    let first = 0;
    for (const [n, request] of requests.entries()) {
      if (report.failures.length >= MAX_FAILURES) break;
      report.requestCount++;
      const { failure, status } = await this.#target.findFailure(request);
      if (n === 0) first = status;
      if (failure !== null) report.failures.push(`${request.label}: ${failure}`);
      if (status === 0) break;
    }
    return first;
  }

  /** As the partner; as another one if the calls before have ended the session. */
  async #fuzzAsPartner(call: ApiCall): Promise<number> {
    const [valid, ...extremes] = listFuzzRequests(call, this.#partner, this.#random);
    const status = await this.sendAll(valid ? [valid] : []);
    if (status === UNAUTHORIZED && this.#partner.isConcerned(call)) {
      this.#partner = await this.#visitors.renewPartner();
      return this.sendAll(listFuzzRequests(call, this.#partner, this.#random));
    }
    await this.sendAll(extremes);
    return status;
  }
}

const isAccepted = (status: number) => status !== UNAUTHORIZED && status !== 403 && status !== 415;
