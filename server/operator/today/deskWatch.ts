import { setTimeout } from 'node:timers/promises';
import type { DeskChange } from '#core/contract/operator/today/deskEvents.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { isUuid } from '#server/platform/http/readUuid.ts';
import { listWaitingWork } from './waitingWork.ts';

/** Interval of the watch while somebody is subscribed, milliseconds. */
const WATCH_INTERVAL_MS = 1_000;

/** Rows of a log that the watch compares. More new ones within a second are found by the pages' polling. */
const COMPARED_ROWS = 100;

/** Streams of one person; the oldest ends when another one begins. Only visible pages have one. */
const MAX_STREAMS = 20;

/** A stream of events. */
export interface DeskSubscriber {
  userId: string;
  notify: (change: DeskChange) => void;
  end: () => void;
}

/** Notices changes of what the desk shows. */
export interface DeskWatch {
  /** Returns a function that ends the subscription. */
  subscribe: (subscriber: DeskSubscriber) => () => void;
}

/** A row of the log of claims or of staff, and the claim that it is about. */
interface LogRow {
  claim: string | null;
  isByStaff: boolean;
}

/** What the watch compares: the newest rows of the logs by their ids, and what waits. */
interface DeskState {
  rows: Map<string, LogRow>;
  work: string;
}

/**
 * Creates the watch of one process. It reads the database, because another process or a command may have made the
 * change. It compares rows and not their highest id: PostgreSQL commits ids in any order.
 */
export function createDeskWatch(context: ServerContext): DeskWatch {
  const { log, shutdown } = context;
  const subscribers = new Set<DeskSubscriber>();
  let isWatching = false;

  async function watch(): Promise<void> {
    isWatching = true;
    let previous: DeskState | null = null;
    while (subscribers.size > 0) {
      try {
        const state = await readDeskState(context);
        const change = previous && findChange(previous, state);
        previous = state;
        if (change) for (const { notify } of subscribers) notify(change);
      } catch (error) {
        if (!shutdown.signal.aborted) log.warn({ err: error }, 'the desk cannot be watched');
      }
      await setTimeout(WATCH_INTERVAL_MS, undefined, { ref: false });
    }
    isWatching = false;
  }

  shutdown.signal.addEventListener('abort', () => {
    for (const { end } of subscribers) end();
  });
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      const own = [...subscribers].filter(({ userId }) => userId === subscriber.userId);
      if (own.length > MAX_STREAMS) own[0]?.end();
      if (shutdown.signal.aborted) subscriber.end();
      if (!isWatching) void watch();
      return () => subscribers.delete(subscriber);
    },
  };
}

async function readDeskState(context: ServerContext): Promise<DeskState> {
  const { db } = context;
  const events = await db
    .selectFrom('claim_events')
    .select(['id', 'claim_id'])
    .orderBy('id', 'desc')
    .limit(COMPARED_ROWS)
    .execute();
  const changes = await db
    .selectFrom('operator_changes')
    .select(['id', 'target'])
    .orderBy('id', 'desc')
    .limit(COMPARED_ROWS)
    .execute();
  const { groups } = await listWaitingWork(context, { role: 'admin', userId: '' });
  return {
    rows: new Map<string, LogRow>([
      ...events.map(({ id, claim_id: claim }) => [`event ${id}`, { claim, isByStaff: false }] as const),
      ...changes.map(({ id, target }) => {
        const claim = isUuid(target) ? target : null;
        return [`change ${id}`, { claim, isByStaff: true }] as const;
      }),
    ]),
    work: JSON.stringify(groups),
  };
}

/** The difference between two states; null without one. */
function findChange(previous: DeskState, state: DeskState): DeskChange | null {
  const added = [...state.rows].filter(([id]) => !previous.rows.has(id)).map(([, row]) => row);
  const isWorkChanged = state.work !== previous.work || added.some(({ isByStaff }) => isByStaff);
  if (added.length === 0 && !isWorkChanged) return null;
  const claims = new Set(added.map(({ claim }) => claim).filter(claim => claim !== null));
  return { isWorkChanged, claims: [...claims] };
}
