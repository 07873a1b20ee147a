import * as v from 'valibot';
import type { Call } from '../../call.ts';

/** A change that the desk shows. Data: `DeskChange` as JSON. */
export const DESK_CHANGE_EVENT = 'change';

/** Interval of the events `beat`, by which clients notice a broken connection, milliseconds. */
export const DESK_BEAT_MS = 15_000;

/** What has changed since the event before. It names what to load again, and has no data itself. */
export const DeskChange = v.object({
  /** Whether what waits for staff is another, or staff has changed something. */
  isWorkChanged: v.boolean(),
  /** ids of the changed claims. */
  claims: v.array(v.string()),
});
export type DeskChange = v.InferOutput<typeof DeskChange>;

/**
 * Watch what changes at the desk.
 *
 * @returns Server-sent events `change` and `beat`. The stream ends after five minutes, with the session, and when the
 *   server stops; clients open it again.
 */
export const openDeskEventsCall: Call = { method: 'GET', path: '/api/v1/operator/events/' };
