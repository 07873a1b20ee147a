import { useEffect, useState } from 'react';
import * as claims from '#core/api/claim.ts';
import { ApiError } from '#core/api/error.ts';
import { isClosed } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { Book } from './book.ts';

/** What the server tells about a claim: all of it, its bare status without the secret, or that there is none such. */
export type Told =
  { phase: 'asking' } | { phase: 'open'; claim: ClaimStatus } | { phase: 'locked' } | { phase: 'unknown' };

/**
 * Asks for the claim, and again after each `exchange-claim` of the page's widget. A secret that opened the claim is kept
 * in the browser. While the server does not answer, the last word stays: the widget says so and asks on.
 */
export function useTold(book: Book, id: string, secret: string | null): Told {
  const [told, tell] = useState<{ of: string; told: Told }>({ of: '', told: { phase: 'asking' } });
  const of = `${id}#${secret ?? ''}`;
  useEffect(() => {
    let last = 0;
    let over = false;
    const ask = async () => {
      const mine = ++last;
      const answer = await read(book, id, secret);
      // A later question has the fresher answer.
      if (answer && mine === last && !over) tell({ of, told: answer });
    };
    const changed = (event: Event) => {
      if ((event as CustomEvent<{ id: string }>).detail?.id === id) void ask();
    };
    const online = () => void ask();
    void ask();
    document.addEventListener('exchange-claim', changed);
    addEventListener('online', online);
    return () => {
      over = true;
      document.removeEventListener('exchange-claim', changed);
      removeEventListener('online', online);
    };
  }, [book, id, secret, of]);
  return told.of === of ? told.told : { phase: 'asking' };
}

async function read({ api, kept }: Book, id: string, secret: string | null): Promise<Told | null> {
  try {
    const claim = await claims.status(api, { id, secret });
    if (!('id' in claim)) return { phase: 'locked' };
    if (secret !== null && kept.secret(id) === null)
      kept.add({ id, secret, number: claim.number, createdAt: claim.createdAt });
    if (isClosed(claim.status)) kept.close(id);
    return { phase: 'open', claim };
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? { phase: 'unknown' } : null;
  }
}
