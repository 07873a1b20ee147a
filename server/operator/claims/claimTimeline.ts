import type { Selectable } from 'kysely';
import type { TimelineEntry } from '#core/contract/operator/claimDetail.ts';
import type { ClaimEventRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { OperatorChangeRow } from '#server/platform/database/serverRows.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { selectRows } from '../selectRows.ts';

/** Entries of the audit log that are no change of the claim, or that the timeline has from another table. */
const HIDDEN_COMMANDS: ReadonlySet<string> = new Set(['claim note', 'file']);

/** Commands that may change the status. */
const STATUS_COMMANDS: ReadonlySet<string> = new Set(['claim', 'payment correct', 'payment remove']);

/** Builds the timeline of a claim: its statuses, other changes by operators, and notes of staff; oldest first. */
export async function buildTimeline(db: Db, claimId: string): Promise<TimelineEntry[]> {
  const events = await selectRows(db, 'claim_events', { claim_id: claimId }).orderBy('id').execute();
  const changes = await selectRows(db, 'operator_changes', { target: claimId }).orderBy('id').execute();
  const notes = await selectRows(db, 'claim_notes', { claim_id: claimId }).orderBy('id').execute();
  const authors = findAuthors(events, changes);
  const ofStatuses = new Set(
    [...authors.values()].filter(({ command }) => command === 'claim').map(({ id }) => id),
  );
  const statuses = events.map(({ id, actor, to_status: status, reason, note: text, at }) => {
    const by = authors.get(id)?.actor ?? null;
    return { at, kind: 'status' as const, by, actor, status, reason, text };
  });
  const plain = { actor: null, status: null, reason: null };
  const others = changes
    .filter(({ id, command }) => !ofStatuses.has(id) && !HIDDEN_COMMANDS.has(command))
    .map(({ at, actor: by, command: text }) => ({ at, kind: 'change' as const, by, ...plain, text }));
  const written = notes.map(({ at, author: by, text }) => ({
    at,
    kind: 'note' as const,
    by,
    ...plain,
    text,
  }));
  return [...statuses, ...others, ...written]
    .toSorted((a, b) => Number(a.at - b.at))
    .map(({ at, ...entry }) => ({ at: formatInstant(at), ...entry }));
}

/**
 * Finds the audit entry of each change of the status by a person. A payment passes through several statuses with one
 * entry, which has the first and the last of them.
 */
function findAuthors(
  events: readonly Selectable<ClaimEventRow>[],
  changes: readonly Selectable<OperatorChangeRow>[],
): Map<bigint, Selectable<OperatorChangeRow>> {
  const authors = new Map<bigint, Selectable<OperatorChangeRow>>();
  const byPerson = events.filter(({ actor }) => actor === 'operator');
  let next = 0;
  for (const change of changes) {
    const { from, to } = JSON.parse(change.detail) as Record<string, string | null>;
    if (!STATUS_COMMANDS.has(change.command) || from === to) continue;
    const first = byPerson.findIndex((event, index) => index >= next && event.from_status === from);
    const last = byPerson.findIndex((event, index) => index >= first && event.to_status === to);
    if (first === -1 || last === -1) continue;
    for (const event of byPerson.slice(first, last + 1)) authors.set(event.id, change);
    next = last + 1;
  }
  return authors;
}
