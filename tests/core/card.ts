import { afterEach, beforeEach } from 'vitest';
import type { Transport } from '#core/api/upload.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { Subject, VerificationModel } from '#core/verification/model.ts';
import { create } from '#core/verification/verification.ts';
import { verifier } from '#tests/server/verifier.ts';
import { until } from './clock.ts';
import { browser } from './page.ts';

/** The server with its clock, and what an operator does there; made anew for each test. */
export let world: Awaited<ReturnType<typeof browser>>;
export let operator: ReturnType<typeof verifier>;
let models: VerificationModel[];
/** The way to the server. */
export const line = {
  /** What it does: works, breaks on the way there, loses answers. */
  state: 'works' as 'works' | 'broken' | 'deaf',
  /** Parts of an upload that were told, oldest first. */
  told: [] as number[],
  uploads: 0,
};

beforeEach(async () => {
  world = await browser();
  operator = verifier(world.server);
  models = [];
  Object.assign(line, { state: 'works', told: [], uploads: 0 });
});
afterEach(async () => {
  for (const model of models) model.dispose();
  await world.close();
});

/** Uploads over `line`. */
export const upload: Transport = async (url, { headers, body, signal }, progress) => {
  line.uploads++;
  if (line.state === 'broken') throw new TypeError('fetch failed');
  for (const part of [0.25, 1]) {
    progress(part);
    line.told.push(part);
  }
  const response = await world.server.app.request(url, { method: 'POST', headers, body });
  signal.throwIfAborted();
  if (line.state === 'deaf') throw new TypeError('fetch failed');
  return response;
};

/** A model of a verification; it ends with the test. */
export function open(subject: Subject): VerificationModel {
  const model = create({ api: world.api, subject, upload });
  models.push(model);
  return model;
}
/** The model of a claim's verification. */
export const ofClaim = ({ id, secret }: ClaimCreated) => open({ claim: id, secret });
/** Its status, or its phase while there is none. */
export const shown = (model: VerificationModel) => {
  const now = model.phase.peek();
  return 'verification' in now ? now.verification.status : now.phase;
};
export const reached = (model: VerificationModel, what: string) =>
  until(() => shown(model) === what, `${what}, now ${shown(model)}`);
export const has = (model: VerificationModel, count: number) =>
  until(
    () => model.photos.peek().length === count && model.phase.peek().phase === 'ready',
    `${count} photos, now ${model.photos.peek().length}`,
  );
export const idOf = (model: VerificationModel) => {
  const now = model.phase.peek();
  if (!('verification' in now)) throw new Error(now.phase);
  return now.verification.id;
};
