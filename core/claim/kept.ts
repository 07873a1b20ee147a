import * as v from 'valibot';
import { ClaimCreate } from '../contract/claim.ts';
import { shelf } from '../storage.ts';
import type { ClaimOptions, OpenClaim } from './model.ts';

const Made = v.object({
  id: v.string(),
  secret: v.string(),
  number: v.string(),
  createdAt: v.string(),
  closed: v.boolean(),
});
type Made = v.InferOutput<typeof Made>;

const Job = v.object({
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
export type Job = Omit<v.InferOutput<typeof Job>, 'body'> & { body: ClaimCreate };

const Place = v.object({
  step: v.picklist(['form', 'requisites', 'confirm']),
  /** Codes of the pair that the step belongs to. */
  pair: v.string(),
  claim: v.nullable(v.string()),
});

/** Where this tab is. */
export type Place = v.InferOutput<typeof Place>;

/** Claims whose secret a browser keeps at most; the oldest go first. */
const MOST = 20;

/** What a claim flow keeps: claims and secrets for the browser, the draft's job and place for the tab. */
export interface Kept {
  /** Latest first. */
  unfinished(): OpenClaim[];
  /** The claim made last, closed or not. */
  latest(): OpenClaim | null;
  secret(id: string): string | null;
  /** Of every claim that is kept, latest first. */
  secrets(): string[];
  add(claim: OpenClaim): void;
  close(id: string): void;
  job(): Job | null;
  keepJob(job: Job | null): void;
  place(): Place | null;
  keepPlace(place: Place): void;
}

/** The storage of a claim flow, by API origin; the tab's part also by scope. */
export function create({
  api,
  local = null,
  session = null,
  scope = 'main',
}: Pick<ClaimOptions, 'api' | 'local' | 'session' | 'scope'>): Kept {
  const prefix = `exchange:${api.base}:`;
  const shared = shelf(local, prefix);
  const own = shelf(session, `${prefix}${scope}:`);
  // Read anew each time: another tab may have written since.
  const all = (): Made[] => shared.read(v.array(Made), 'claims') ?? [];
  return {
    unfinished: () => all().filter(claim => !claim.closed),
    latest: () => all()[0] ?? null,
    secrets: () => all().map(claim => claim.secret),
    secret: id => all().find(claim => claim.id === id)?.secret ?? null,
    add({ id, secret, number, createdAt }) {
      const rest = all().filter(claim => claim.id !== id);
      const made = { id, secret, number, createdAt, closed: false };
      const latest = [made, ...rest].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      shared.write('claims', latest.slice(0, MOST));
    },
    close(id) {
      const claims = all();
      if (!claims.some(claim => claim.id === id && !claim.closed)) return;
      const closed = claims.map(claim => (claim.id === id ? { ...claim, closed: true } : claim));
      shared.write('claims', closed);
    },
    job: () => own.read(Job, 'job'),
    keepJob: job => (job ? own.write('job', job) : own.remove('job')),
    place: () => own.read(Place, 'place'),
    keepPlace: place => own.write('place', place),
  };
}
