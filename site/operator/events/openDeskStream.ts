import { EventSource } from 'eventsource';
import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { toApiError, type ApiClient } from '#core/api/client.ts';
import {
  DESK_CHANGE_EVENT,
  DeskChange,
  openDeskEventsCall,
} from '#core/contract/operator/today/deskEvents.ts';

/** What happens to a stream. A broken connection is replaced after three seconds; a refused one is not. */
export interface DeskStreamListeners {
  /** The connection lives. */
  onLife(): void;
  onChange(change: DeskChange): void;
  onBreak(): void;
}

/** Opens the stream of the desk's events. Returns a function that closes it. */
export function openDeskStream(api: ApiClient, { onLife, onChange, onBreak }: DeskStreamListeners) {
  const source = new EventSource(api.base + openDeskEventsCall.path, {
    fetch: (url, init) => requestStream(api, String(url), init as RequestInit),
  });
  source.addEventListener('open', onLife);
  source.addEventListener('beat', onLife);
  source.addEventListener('error', onBreak);
  source.addEventListener(DESK_CHANGE_EVENT, ({ data }) =>
    onChange(v.parse(DeskChange, JSON.parse(String(data)))),
  );
  return () => source.close();
}

/** Requests the stream with the access token. A refusal is returned, so that the library does not repeat it. */
async function requestStream(
  { authorize, clock }: ApiClient,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const send = async (credentials: Readonly<Record<string, string>>) => {
    const headers = { ...(init.headers as Record<string, string>), ...credentials };
    const response = await fetch(url, { ...init, credentials: 'omit', headers });
    if (response.ok) return response;
    throw toApiError(openDeskEventsCall.path, response, await response.text(), clock.now());
  };
  try {
    return await (authorize ? authorize(send) : send({}));
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'http' && error.status < 500)) throw error;
    return new Response(null, { status: error.status });
  }
}
