import * as v from 'valibot';
import { isoInstant } from './calculator.ts';

/** A login of the account on one device. `network` is the part of its address that says where it is. */
export const AccountSession = v.object({
  id: v.string(),
  device: v.string(),
  network: v.string(),
  lastUsedAt: isoInstant,
  createdAt: isoInstant,
  /** Whether it is the session of the request. */
  isCurrent: v.boolean(),
});
export type AccountSession = v.InferOutput<typeof AccountSession>;

/** ext: GET users/me/sessions/ : the account's sessions, the last used first. */
export const AccountSessions = v.object({ results: v.array(AccountSession) });
