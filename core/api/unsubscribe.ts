import * as v from 'valibot';
import type { ApiClient } from './client.ts';

/** POST unsubscribe/news/{token}/ (API extension): ends the letters with news by the token of one. */
export async function unsubscribe(client: ApiClient, token: string): Promise<void> {
  await client.call(v.unknown(), `/api/v1/unsubscribe/news/${encodeURIComponent(token)}/`, {
    method: 'POST',
  });
}
