import type { Backoff } from '../clock.ts';
import type { PollInterval } from '../poller.ts';

/** Poll interval for the status of a claim or a verification. */
export const STATUS_POLL_INTERVAL: PollInterval = { firstMs: 5_000, growth: 1.25, maxMs: 15_000 };

/** Longest poll interval of a closed claim that late money may reopen. It usually comes soon after the deadline. */
export const CLOSED_STATUS_POLL_MAX_MS = 900_000;

/** Delay after a failed status poll. */
export const STATUS_POLL_RETRY_DELAY: Backoff = { firstMs: 5_000, maxMs: 15_000 };
