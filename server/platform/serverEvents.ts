import { channel, type Channel } from 'node:diagnostics_channel';
import type { BudgetName } from './limits/budgets.ts';

/** Events that the server reports. `seconds` is a duration. No event contains personal data. */
export interface ServerEvents {
  requestStarted: Record<never, never>;
  /** `route` is the pattern. `code` is that of the problem, null without one. */
  requestEnded: { method: string; route: string; status: number; code: string | null; seconds: number };
  /** A client has used up a rate limit, or sends too many uploads at once. */
  requestRefused: { budget: BudgetName | 'upload_bytes' };
  /** A claim was created and committed. */
  claimCreated: Record<never, never>;
  /** Duration of a transaction. */
  transactionEnded: { outcome: 'committed' | 'rolled_back'; seconds: number };
  transactionRetried: { sqlstate: string };
  /** Time until a connection was free or the wait failed; on SQLite the wait in the write queue. */
  connectionAwaited: { pool: PoolName; seconds: number };
  /** Time of a statement that locks names or rows; on SQLite the wait for another process. */
  lockAwaited: { seconds: number };
  lockTimedOut: Record<never, never>;
  /** A connection broke, or could not be opened. */
  connectionFailed: { state: 'idle' | 'used' | 'connecting' };
  /** An attempt to deliver a webhook has ended. */
  webhookAttempted: { outcome: 'delivered' | 'failed'; seconds: number };
  jobStarted: { job: string };
  jobRan: { job: string; isFailed: boolean };
}

/** Reads and writes have their own connections. */
export type PoolName = 'reads' | 'writes' | 'counts';

type EventName = keyof ServerEvents;

/** Names of the events that have a duration. */
export type TimedEventName = {
  [Name in EventName]: ServerEvents[Name] extends { seconds: number } ? Name : never;
}[EventName];

/** Publishes a timed event whose duration ends now. */
export type EndTimer<Name extends TimedEventName> = (event: Omit<ServerEvents[Name], 'seconds'>) => void;

/** A function for each event. */
export type EventListeners = { [Name in EventName]: (event: ServerEvents[Name]) => void };

const channels = new Map<EventName, Channel>();

function getChannel(name: EventName): Channel {
  let found = channels.get(name);
  if (!found) channels.set(name, (found = channel(`razmen:${name}`)));
  return found;
}

/** Reports an event. Does nothing without a listener. Never throws. */
export function publishEvent<Name extends EventName>(name: Name, event: ServerEvents[Name]): void {
  getChannel(name).publish(event);
}

/** Starts the measurement of an event. Returns the function that reports it, or undefined without a listener. */
export function startTimer<Name extends TimedEventName>(name: Name): EndTimer<Name> | undefined {
  if (!getChannel(name).hasSubscribers) return undefined;
  const startedAt = performance.now();
  return event => getChannel(name).publish({ ...event, seconds: (performance.now() - startedAt) / 1_000 });
}

/** Calls the listeners for all further events of this process. `onError` receives errors of listeners. */
export function listenToEvents(listeners: EventListeners, onError: (error: unknown) => void): void {
  for (const [name, listener] of Object.entries(listeners))
    getChannel(name as EventName).subscribe(event => {
      try {
        (listener as (event: unknown) => void)(event);
      } catch (error) {
        onError(error);
      }
    });
}
