import type { HttpResponse } from './httpClient.ts';

/** Kinds of requests. */
export type RequestKind = 'creation' | 'status' | 'course' | 'live';

/** A claim that the server acknowledged with 201. */
export interface AcknowledgedClaim {
  key: string;
  id: string;
  secret: string;
}

/** What a load measured. */
export interface LoadResult {
  /** Successful responses of each kind per second. */
  rates: Readonly<Record<RequestKind, number>>;
  /** Milliseconds of the successful responses of each kind. */
  latencies: Readonly<Record<RequestKind, readonly number[]>>;
  /** Failed requests by kind and status, for example `creation 409`; status 0: no response. */
  failures: ReadonlyMap<string, number>;
  /** The first failed response, or null. */
  firstFailure: string | null;
  /** All claims, with those of the warm-up. */
  acknowledged: readonly AcknowledgedClaim[];
  /** Creations that may have had an effect without a 201: no response, or 5xx. */
  uncertainCount: number;
  /** CPU time of the load generator, as a share of one core. */
  generatorShare: number;
}

/** Collects the responses of a load. The figures exclude those of the warm-up. */
export interface LoadRecorder {
  acknowledged: AcknowledgedClaim[];
  /** Records a response. `sentAt` is the time of its request by `performance.now()`. */
  record: (kind: RequestKind, response: HttpResponse, sentAt: number) => void;
  getResult: () => LoadResult;
}

const SUCCESS_STATUS: Readonly<Record<RequestKind, number>> = {
  creation: 201,
  status: 200,
  course: 200,
  live: 200,
};

/** Creates a recorder. Requests that end before `startAt` are the warm-up; those that end after `endAt` have no rate. */
export function createLoadRecorder(startAt: number, endAt: number): LoadRecorder {
  const latencies: Record<RequestKind, number[]> = { creation: [], status: [], course: [], live: [] };
  const counts: Record<RequestKind, number> = { creation: 0, status: 0, course: 0, live: 0 };
  const failures = new Map<string, number>();
  const acknowledged: AcknowledgedClaim[] = [];
  let firstFailure: string | null = null;
  let uncertainCount = 0;
  let cpuUsage = process.cpuUsage();
  const cpuTimer = setTimeout(() => (cpuUsage = process.cpuUsage()), startAt - performance.now());
  return {
    acknowledged,
    record(kind, { status, text, ms }, sentAt) {
      if (status !== SUCCESS_STATUS[kind]) {
        const name = `${kind} ${status}`;
        failures.set(name, (failures.get(name) ?? 0) + 1);
        firstFailure ??= `${name}: ${text.slice(0, 300)}`;
        if (kind === 'creation' && (status === 0 || status >= 500)) uncertainCount++;
        return;
      }
      const endedAt = sentAt + ms;
      if (endedAt >= startAt && endedAt < endAt) counts[kind]++;
      // Also if it was sent in the warm-up: a request that waits for seconds must not be left out.
      if (endedAt >= startAt) latencies[kind].push(ms);
    },
    getResult() {
      clearTimeout(cpuTimer);
      const seconds = (endAt - startAt) / 1000;
      const { user, system } = process.cpuUsage(cpuUsage);
      const rate = (kind: RequestKind) => counts[kind] / seconds;
      return {
        rates: {
          creation: rate('creation'),
          status: rate('status'),
          course: rate('course'),
          live: rate('live'),
        },
        latencies,
        failures,
        firstFailure,
        acknowledged,
        uncertainCount,
        generatorShare: (user + system) / 1e6 / seconds,
      };
    },
  };
}
