import * as v from 'valibot';
import { generateRandomId } from '../randomId.ts';
import { createJsonStorage, type KeyValueStorage } from '../storage.ts';

const HandoffCredentials = v.object({ token: v.string(), device: v.string() });

/** Credentials of a verification that was handed off to this browser: the link's token and this browser's secret. */
export type HandoffCredentials = v.InferOutput<typeof HandoffCredentials>;

/**
 * Opens a hand-off. `token` is from the URL's fragment and may be removed from the URL afterwards. The browser
 * generates its secret once and stores it, so that access survives a reload or a lost response. Without a
 * token, returns the stored credentials, or null.
 */
export function openHandoffCredentials(
  local: KeyValueStorage | null,
  id: string,
  token: string | null,
  generateId: () => string = generateRandomId,
): HandoffCredentials | null {
  const storage = createJsonStorage(local, 'exchange:verify:');
  const saved = storage.read(HandoffCredentials, id);
  if (!token || saved?.token === token) return saved;
  // Keeps the secret: after a mistyped link, the correct link, already bound to it, must still open.
  const created = { token, device: saved?.device ?? generateId() };
  storage.write(id, created);
  return created;
}
