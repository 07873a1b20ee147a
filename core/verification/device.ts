import * as v from 'valibot';
import { shelf } from '../storage.ts';
import type { Storage } from '../storage.ts';

const Device = v.object({ token: v.string(), device: v.string() });

/** What opens a verification that was handed to this browser. */
export type Device = v.InferOutput<typeof Device>;

/**
 * The hand-off of a verification: `token` from the address's fragment, and a secret that this browser makes for itself
 * and keeps, so that a reload and a lost answer shut nobody out. Without a token: what was kept, or null. The fragment
 * may be stripped from the address afterwards.
 */
export function device(
  local: Storage | null,
  id: string,
  token: string | null,
  random: () => string = () => crypto.randomUUID(),
): Device | null {
  const kept = shelf(local, 'exchange:verify:');
  const before = kept.read(Device, id);
  if (!token || before?.token === token) return before;
  // The same device whatever is opened on it: after a wrong address the right one is still its own.
  const made = { token, device: before?.device ?? random() };
  kept.write(id, made);
  return made;
}
