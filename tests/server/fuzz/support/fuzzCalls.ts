import type { ApiCall } from './apiCalls.ts';
import { listFuzzRequests, type FuzzRequest, type FuzzRun, type Visitor } from './fuzzRequests.ts';
import { NO_ANSWER, type FuzzTarget } from './fuzzTarget.ts';
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
  readonly #run: FuzzRun;
  #partner: Visitor;

  constructor(
    target: FuzzTarget,
    visitors: Awaited<ReturnType<typeof createFuzzVisitors>>,
    random: () => number,
  ) {
    this.#target = target;
    this.#visitors = visitors;
    this.#partner = visitors.partner;
    this.#run = { random, knownFields: new Set() };
  }

  async fuzzCall(call: ApiCall): Promise<void> {
    let isReachable = false;
    for (const visitor of [this.#visitors.guest, ...this.#visitors.others]) {
      const status = await this.sendAll(listFuzzRequests(call, visitor, this.#run));
      isReachable ||= isAccepted(status);
    }
    isReachable = isAccepted(await this.#fuzzAsPartner(call)) || isReachable;
    if (!isReachable) this.report.unreachable.push(`${call.method} ${call.path}`);
  }

  /** Sends requests until one gets no answer. Returns the status of the first. */
  async sendAll(requests: Iterable<FuzzRequest>): Promise<number> {
    const { report } = this;
    let first: number | undefined;
    for (const request of requests) {
      if (report.failures.length >= MAX_FAILURES) break;
      report.requestCount++;
      const { failure, status } = await this.#target.findFailure(request);
      first ??= status;
      if (failure !== null) report.failures.push(`${request.label}: ${failure}`);
      if (failure === NO_ANSWER) break;
    }
    return first ?? 0;
  }

  /** As the partner; as another one if the calls before have ended the session. */
  async #fuzzAsPartner(call: ApiCall): Promise<number> {
    const requests = listFuzzRequests(call, this.#partner, this.#run);
    const valid = requests.next();
    const status = await this.sendAll(valid.done ? [] : [valid.value]);
    if (status === UNAUTHORIZED && this.#partner.isConcerned(call)) {
      this.#partner = await this.#visitors.renewPartner();
      return this.sendAll(listFuzzRequests(call, this.#partner, this.#run));
    }
    await this.sendAll(requests);
    return status;
  }
}

const isAccepted = (status: number) => status !== UNAUTHORIZED && status !== 403 && status !== 415;
