import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as v from 'valibot';
import { fetchAccountClaims } from '../../api/account/accountClaims.ts';
import { ApiError, toErrorCode } from '../../api/apiError.ts';
import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { attachClaimCall } from '../../contract/account/accountClaim.ts';
import type { SavedClaim } from '../../claim/claimModel.ts';
import { createJsonStorage, type KeyValueStorage } from '../../storage.ts';
import { DAY_MS } from '../../exchange/exchangeDay.ts';

/** Largest page of the account's list, and how many pages are compared at most. */
const COMPARED_PAGE_SIZE = 100;
const MAX_COMPARED_PAGES = 5;

/** A claim that could not be added: `code` of messages.ts, `not_found` if it belongs to another account. */
export interface AttachmentFailure {
  claim: SavedClaim;
  code: string;
}

/**
 * State of the offer. `none`: there is nothing to add. `done`: the number of added claims, and the claims that failed;
 * `canRetry` if another attempt may add them.
 */
export type ClaimAttachmentState =
  | { phase: 'none' }
  | { phase: 'offered'; claims: readonly SavedClaim[] }
  | { phase: 'attaching'; claims: readonly SavedClaim[]; doneCount: number }
  | { phase: 'done'; attachedCount: number; failures: readonly AttachmentFailure[]; canRetry: boolean };

/** Offers this browser's claims that were created as a guest to the account. */
export interface ClaimAttachmentModel {
  readonly state: ReadonlySignal<ClaimAttachmentState>;
  /** Finds claims to offer. Never rejects; offers nothing if a request fails. */
  check(): Promise<void>;
  /** Adds the offered claims, after failures the remaining ones. Resolves with whether any was added. */
  attachAll(): Promise<boolean>;
  /** Never offers these claims to this account again. */
  dismiss(): void;
  dispose(): void;
}

/** Options of the model. `userId` is undefined with a backend of the specification, which has no such call. */
export interface ClaimAttachmentOptions {
  /** Sends the access token. */
  api: ApiClient;
  userId: string | undefined;
  /** The claims that this browser has the secrets of, latest first. */
  getClaims: () => readonly SavedClaim[];
  /** localStorage; null if the browser blocks it. */
  local: KeyValueStorage | null;
}

/** Creates the offer, not checked yet. A claim's secret proves ownership; an equal e-mail does not. */
export function createClaimAttachment({
  api,
  userId,
  getClaims,
  local,
}: ClaimAttachmentOptions): ClaimAttachmentModel {
  const state = signal<ClaimAttachmentState>({ phase: 'none' });
  const storage = createJsonStorage(local, `exchange:${api.base}:settled-claims:`);
  const lifetime = new AbortController();

  /** Ids of claims that the account owns, the server refused, or the visitor dismissed. */
  const readSettled = () => new Set(userId === undefined ? [] : storage.read(v.array(v.string()), userId));
  const settle = (ids: readonly string[]) => {
    if (userId === undefined || ids.length === 0) return;
    const saved = new Set(getClaims().map(({ id }) => id));
    // Only ids of saved claims, so that the list stays short.
    const settled = [...readSettled(), ...ids].filter(id => saved.has(id));
    storage.write(userId, [...new Set(settled)]);
  };
  const listUnsettled = () => {
    const settled = readSettled();
    return getClaims().filter(({ id }) => !settled.has(id));
  };

  async function check(): Promise<void> {
    if (userId === undefined || listUnsettled().length === 0) return;
    try {
      settle(await findOwnedIds(api, listUnsettled(), lifetime.signal));
    } catch {
      // The next visit tries again.
      return;
    }
    const claims = listUnsettled();
    if (!lifetime.signal.aborted && claims.length > 0) state.value = { phase: 'offered', claims };
  }

  async function attachAll(): Promise<boolean> {
    const before = state.peek();
    const claims = listRemaining(before);
    if (claims.length === 0) return false;
    const failures: AttachmentFailure[] = [];
    const { signal: abortSignal } = lifetime;
    for (const [doneCount, claim] of claims.entries()) {
      state.value = { phase: 'attaching', claims, doneCount };
      try {
        await sendCall(api, attachClaimCall, {
          body: { id: claim.id },
          headers: { 'x-claim-secret': claim.secret },
          signal: abortSignal,
        });
        settle([claim.id]);
      } catch (error) {
        if (abortSignal.aborted) return false;
        if (isFinalRefusal(error)) settle([claim.id]);
        failures.push({ claim, code: toErrorCode(error) });
      }
      if (abortSignal.aborted) return false;
    }
    const attachedCount =
      claims.length - failures.length + (before.phase === 'done' ? before.attachedCount : 0);
    const canRetry = failures.some(({ code }) => code !== 'not_found');
    state.value = { phase: 'done', attachedCount, failures, canRetry };
    return failures.length < claims.length;
  }

  return {
    state,
    check,
    attachAll,
    dismiss() {
      const now = state.peek();
      if (now.phase === 'offered') settle(now.claims.map(({ id }) => id));
      state.value = { phase: 'none' };
    },
    dispose: () => lifetime.abort(),
  };
}

/** The claims that another attempt may add. */
function listRemaining(state: ClaimAttachmentState): readonly SavedClaim[] {
  if (state.phase === 'offered') return state.claims;
  if (state.phase !== 'done') return [];
  return state.failures.filter(({ code }) => code !== 'not_found').map(({ claim }) => claim);
}

/** The claim is unknown, or belongs to another account. */
const isFinalRefusal = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Finds the claims that the account already has: claims created while logged in are saved in the browser, too. */
async function findOwnedIds(
  api: ApiClient,
  claims: readonly SavedClaim[],
  signal: AbortSignal,
): Promise<string[]> {
  const oldestMs = Math.min(...claims.map(({ createdAt }) => Date.parse(createdAt)));
  // The server's days are not those of UTC.
  const date_from = new Date(oldestMs - DAY_MS).toISOString().slice(0, 10);
  const candidates = new Set(claims.map(({ id }) => id));
  const owned: string[] = [];
  let seen = 0;
  for (let page = 1; page <= MAX_COMPARED_PAGES; page++) {
    const query = { date_from, page: String(page), size: String(COMPARED_PAGE_SIZE) };
    const { count, results } = await fetchAccountClaims(api, query, { signal });
    owned.push(...results.map(({ id }) => id).filter(id => candidates.has(id)));
    // A page may be smaller than requested.
    seen += results.length;
    if (results.length === 0 || seen >= count) break;
  }
  return owned;
}
