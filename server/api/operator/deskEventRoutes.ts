import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import {
  DESK_BEAT_MS,
  DESK_CHANGE_EVENT,
  openDeskEventsCall,
} from '#core/contract/operator/today/deskEvents.ts';
import { createDeskWatch, type DeskWatch } from '#server/operator/today/deskWatch.ts';
import type { AddStaffCalls, StaffEnv } from './staffGuard.ts';

/** Longest stream, milliseconds: then a new request checks the session and the role. */
const MAX_STREAM_MS = 5 * 60_000;

/** Routes of the events of the desk. */
export const addDeskEventCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const watch = createDeskWatch(context);
  addCall(openDeskEventsCall, { access: accessFor('read'), mediaType: 'text/event-stream' }, async c =>
    streamDeskEvents(c, watch, c.var.staff.sessionEndsAt - context.now()),
  );
};

/** Sends events until the client leaves, for at most `sessionMs`, the rest of its session. */
function streamDeskEvents(c: Context<StaffEnv>, watch: DeskWatch, sessionMs: number): Response {
  const { userId } = c.var.staff.operator;
  // A proxy such as nginx must not wait for more.
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async stream => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    stream.onAbort(end);
    const sendBeat = () => void stream.writeSSE({ event: 'beat', data: '' });
    const unsubscribe = watch.subscribe({
      userId,
      end,
      notify: change => void stream.writeSSE({ event: DESK_CHANGE_EVENT, data: JSON.stringify(change) }),
    });
    sendBeat();
    const beatTimer = setInterval(sendBeat, DESK_BEAT_MS);
    const endTimer = setTimeout(end, Math.min(sessionMs, MAX_STREAM_MS));
    await ended;
    clearInterval(beatTimer);
    clearTimeout(endTimer);
    unsubscribe();
  });
}
