import type { RecentAccessKind } from '#core/contract/account/recentAccess.ts';
import type { AccountEventKind } from '#core/contract/user.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';

/**
 * A passkey, key or webhook. `changedAt`: its newest change, null without one; `causes`: the journal events that may be
 * it.
 */
export interface AccessRow {
  id: string;
  kind: RecentAccessKind;
  name: string;
  hint: string | null;
  createdAt: bigint;
  changedAt: bigint | null;
  usedAt: bigint | null;
  causes: readonly AccountEventKind[];
}

/** A kind of access to an account, which «Это не я» and a restore remove if it is recent. */
export interface AccessKind {
  kind: RecentAccessKind;
  removalEvent: AccountEventKind;
  /** Loads what was added or changed since a time. */
  load: (db: Db, userId: string, since: bigint) => Promise<AccessRow[]>;
  remove: (trx: Db, userId: string, ids: readonly string[]) => Promise<unknown>;
}

/** A condition that prevents the deletion of an account. */
export interface DeletionObstacle {
  /** Code of the refusal. */
  code: 'claims_open' | 'balance_left';
  isPresent: (trx: Db, userId: string) => Promise<boolean>;
}

/** What a higher floor does in the transaction of an account's change. If it fails, the change is rolled back. */
export interface AccountSubscriber {
  /** «Это не я» has stopped the account of a locked user. */
  stopped: (trx: Db, user: UserRow, at: bigint) => Promise<void>;
  /** The locked user removes a saved requisite. */
  requisiteRemoved: (trx: Db, user: UserRow, removal: { requisiteId: string; at: bigint }) => Promise<void>;
  /** The account is deleted. Runs before its rows in the tables of accounts are erased. */
  erased: (trx: Db, userId: string) => Promise<void>;
  /** Deletes outdated rows, outside a transaction. Returns their number. */
  deleteOldRows: (db: Db, now: number) => Promise<number>;
  deletionObstacles: readonly DeletionObstacle[];
  accessKinds: readonly AccessKind[];
}

/** What a function needs to change accounts. */
export interface AccountChangeContext {
  readonly accountSubscribers: readonly AccountSubscriber[];
}
