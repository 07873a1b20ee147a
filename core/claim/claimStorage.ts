import * as v from 'valibot';
import { ClaimSide, ClaimStatus } from '../contract/claim.ts';
import { ClaimCreate } from '../contract/claim/claimCreate.ts';
import { createJsonStorage } from '../storage.ts';
import type { ClaimOptions, SavedClaim } from './claimModel.ts';

const ClaimRecord = v.object({
  id: v.string(),
  secret: v.string(),
  number: v.string(),
  createdAt: v.string(),
  closed: v.boolean(),
  /** The claim as it was sent, if its backend sends only the status. */
  sent: v.optional(v.unknown()),
});
type ClaimRecord = v.InferOutput<typeof ClaimRecord>;

const PendingCreation = v.object({
  /** Idempotency-Key of this draft. */
  key: v.string(),
  /** Id of the tab that created the key; a duplicated tab creates its own. */
  tab: v.string(),
  /** The person's input as JSON. Different input is a new draft, which gets a new key. */
  facts: v.string(),
  /** The body exactly as sent: a repeated request must be identical. */
  body: ClaimCreate,
  course: v.string(),
  /** Absent in data that an earlier build has saved. */
  sides: v.optional(v.object({ from: ClaimSide, to: ClaimSide })),
});

/** A creation that is running or whose outcome is unknown. */
export type PendingCreation = Omit<v.InferOutput<typeof PendingCreation>, 'body'> & { body: ClaimCreate };

const SavedStep = v.object({
  step: v.picklist(['form', 'requisites', 'confirm']),
  /** Codes of the step's pair, `from/to`. */
  pair: v.string(),
  claim: v.nullable(v.string()),
});

/** Step or open claim of this tab. */
export type SavedStep = v.InferOutput<typeof SavedStep>;

/** Maximum number of saved claims; the oldest are removed first. */
const MAX_SAVED_CLAIMS = 20;

/** Storage of a claim flow: claims and secrets for the browser, pending creation and step for the tab. */
export interface ClaimStorage {
  /** Latest first. */
  getUnfinishedClaims(): SavedClaim[];
  /** The latest claim, open or closed. */
  getLatestClaim(): SavedClaim | null;
  getSecret(id: string): string | null;
  /** The claim as it was sent, if its backend sends only the status and this build can read it; else null. */
  getSentClaim(id: string): ClaimStatus | null;
  /** Whether a saved claim is known to be closed. */
  isClosed(id: string): boolean;
  /** All saved claims, open and closed, latest first. */
  getClaims(): SavedClaim[];
  /** Secrets of all saved claims, latest first. */
  getSecrets(): string[];
  addClaim(claim: SavedClaim & { sent?: ClaimStatus | undefined }): void;
  markClosed(id: string): void;
  getPendingCreation(): PendingCreation | null;
  savePendingCreation(pending: PendingCreation | null): void;
  getSavedStep(): SavedStep | null;
  saveStep(step: SavedStep): void;
}

/** Creates the storage of a claim flow. Keys contain the API origin; the tab's keys also contain the scope. */
export function createClaimStorage({
  api,
  local = null,
  session = null,
  scope = 'main',
}: Pick<ClaimOptions, 'api' | 'local' | 'session' | 'scope'>): ClaimStorage {
  const prefix = `exchange:${api.base}:`;
  const browserStorage = createJsonStorage(local, prefix);
  const tabStorage = createJsonStorage(session, `${prefix}${scope}:`);
  // Read each time, because another tab may have written.
  const readClaims = (): ClaimRecord[] => browserStorage.read(v.array(ClaimRecord), 'claims') ?? [];
  const findClaim = (id: string) => readClaims().find(claim => claim.id === id);
  return {
    getUnfinishedClaims: () => readClaims().filter(claim => !claim.closed),
    getLatestClaim: () => readClaims()[0] ?? null,
    getClaims: readClaims,
    getSecrets: () => readClaims().flatMap(({ secret }) => secret || []),
    getSecret: id => findClaim(id)?.secret || null,
    getSentClaim(id) {
      const result = v.safeParse(ClaimStatus, findClaim(id)?.sent);
      return result.success ? result.output : null;
    },
    isClosed: id => findClaim(id)?.closed === true,
    addClaim({ id, secret, number, createdAt, sent }) {
      const otherClaims = readClaims().filter(claim => claim.id !== id);
      const added = { id, secret, number, createdAt, closed: false, ...(sent && { sent }) };
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
