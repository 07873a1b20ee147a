import type { Context } from '../context.ts';
import { attempt } from './attempt.ts';
import { notFound, problem, type Refusal } from './refusal.ts';
import { transition } from './transition.ts';

/**
 * The client's own cancelling, while nothing has been paid; its reserve is free again. Null when the claim is cancelled
 * now, by this call or an earlier one; else why not, with the present status.
 */
export async function cancel(context: Context, id: string): Promise<Refusal | null> {
  const change = { id, to: 'cancelled', actor: 'client', now: context.now() } as const;
  const moved = await attempt(context.db, trx => transition(trx, change));
  if (moved.ok) return null;
  if (moved.code === 'not_found') return notFound;
  return moved.status === 'cancelled' ? null : problem(409, 'transition_forbidden', { status: moved.status });
}
