import * as v from 'valibot';
import { createJsonStorage } from '../storage.ts';
import type { KeyValueStorage } from '../storage.ts';

const HandoffDevice = v.object({ token: v.string(), device: v.string() });

/** What opens a verification that was handed to this browser. */
export type Device = v.InferOutput<typeof HandoffDevice>;

/**
 * The hand-off of a verification: `token` from the address's fragment, and a secret that this browser makes for itself
 * and keeps, so that a reload and a lost answer shut nobody out. Without a token: what was kept, or null. The fragment
 * may be stripped from the address afterwards.
 */
export function openHandoffDevice(
  local: KeyValueStorage | null,
  id: string,
  token: string | null,
  generateId: () => string = () => crypto.randomUUID(),
): Device | null {
  const storage = createJsonStorage(local, 'exchange:verify:');
  const saved = storage.read(HandoffDevice, id);
  if (!token || saved?.token === token) return saved;
  // The same device whatever is opened on it: after a wrong address the right one is still its own.
  const created = { token, device: saved?.device ?? generateId() };
  storage.write(id, created);
  return created;
}
