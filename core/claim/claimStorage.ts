import * as v from 'valibot';
import { ClaimCreate } from '../contract/claim.ts';
import { createJsonStorage } from '../storage.ts';
import type { ClaimOptions, SavedClaim } from './claimModel.ts';

const ClaimRecord = v.object({
  id: v.string(),
  secret: v.string(),
  number: v.string(),
  createdAt: v.string(),
  closed: v.boolean(),
});
type ClaimRecord = v.InferOutput<typeof ClaimRecord>;

const PendingCreation = v.object({
  /** Idempotency-Key of this draft. */
  key: v.string(),
  /** The tab that made the key; a copy of the tab makes its own. */
  tab: v.string(),
  /** What the person decided, as JSON: with other facts it is another draft and gets another key. */
  facts: v.string(),
  /** The body exactly as it was sent: a repetition must not differ in a digit. */
  body: ClaimCreate,
  course: v.string(),
});

/** A creation on its way, or one whose answer never came. */
export type PendingCreation = Omit<v.InferOutput<typeof PendingCreation>, 'body'> & { body: ClaimCreate };

const SavedStep = v.object({
  step: v.picklist(['form', 'requisites', 'confirm']),
  /** Codes of the pair that the step belongs to. */
  pair: v.string(),
  claim: v.nullable(v.string()),
});

/** Where this tab is. */
export type SavedStep = v.InferOutput<typeof SavedStep>;

/** Claims whose secret a browser keeps at most; the oldest go first. */
const MAX_SAVED_CLAIMS = 20;

/** What a claim flow keeps: claims and secrets for the browser, the draft's job and place for the tab. */
export interface ClaimStorage {
  /** Latest first. */
  getUnfinishedClaims(): SavedClaim[];
  /** The claim made last, closed or not. */
  getLatestClaim(): SavedClaim | null;
  getSecret(id: string): string | null;
  /** Of every claim that is kept, latest first. */
  getSecrets(): string[];
  addClaim(claim: SavedClaim): void;
  markClosed(id: string): void;
  getPendingCreation(): PendingCreation | null;
  savePendingCreation(pending: PendingCreation | null): void;
  getSavedStep(): SavedStep | null;
  saveStep(step: SavedStep): void;
}

/** The storage of a claim flow, by API origin; the tab's part also by scope. */
export function createClaimStorage({
  api,
  local = null,
  session = null,
  scope = 'main',
}: Pick<ClaimOptions, 'api' | 'local' | 'session' | 'scope'>): ClaimStorage {
  const prefix = `exchange:${api.base}:`;
  const browserStorage = createJsonStorage(local, prefix);
  const tabStorage = createJsonStorage(session, `${prefix}${scope}:`);
  // Read anew each time: another tab may have written since.
  const readClaims = (): ClaimRecord[] => browserStorage.read(v.array(ClaimRecord), 'claims') ?? [];
  return {
    getUnfinishedClaims: () => readClaims().filter(claim => !claim.closed),
    getLatestClaim: () => readClaims()[0] ?? null,
    getSecrets: () => readClaims().map(claim => claim.secret),
    getSecret: id => readClaims().find(claim => claim.id === id)?.secret ?? null,
    addClaim({ id, secret, number, createdAt }) {
      const otherClaims = readClaims().filter(claim => claim.id !== id);
      const added = { id, secret, number, createdAt, closed: false };
      const latestFirst = [added, ...otherClaims].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      browserStorage.write('claims', latestFirst.slice(0, MAX_SAVED_CLAIMS));
    },
    markClosed(id) {
      const claims = readClaims();
      if (!claims.some(claim => claim.id === id && !claim.closed)) return;
      const closed = claims.map(claim => (claim.id === id ? { ...claim, closed: true } : claim));
      browserStorage.write('claims', closed);
    },
    getPendingCreation: () => tabStorage.read(PendingCreation, 'job'),
    savePendingCreation: pending => (pending ? tabStorage.write('job', pending) : tabStorage.remove('job')),
    getSavedStep: () => tabStorage.read(SavedStep, 'place'),
    saveStep: step => tabStorage.write('place', step),
  };
}
