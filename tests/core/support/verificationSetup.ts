import { beforeEach, onTestFinished } from 'vitest';
import type { UploadTransport } from '#core/api/upload.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { VerificationTarget, VerificationModel } from '#core/verification/verificationModel.ts';
import { createVerificationModel } from '#core/verification/createVerificationModel.ts';
import { createVerificationClient } from '#tests/support/verificationClient.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { createTestBrowser } from './testBrowser.ts';

/** Server, clock and operator of a test; created before each test. */
export let testBrowser: Awaited<ReturnType<typeof createTestBrowser>>;
export let verificationClient: ReturnType<typeof createVerificationClient>;
/** State of the upload connection. */
export const uploadConnection = {
  /** Whether requests and responses arrive. */
  state: 'online' as 'online' | 'requestLost' | 'responseLost',
  /** Reported progress fractions, oldest first. */
  reportedParts: [] as number[],
  uploadCount: 0,
};

/** Opens a server before each test of a file. */
export function setUpVerification(): void {
  beforeEach(async () => {
    testBrowser = await createTestBrowser();
    verificationClient = createVerificationClient(testBrowser.server);
    Object.assign(uploadConnection, { state: 'online', reportedParts: [], uploadCount: 0 });
    return testBrowser.close;
  });
}

/** Uploads over `uploadConnection`. */
export const testUpload: UploadTransport = async (url, { headers, body, signal }, progress) => {
  uploadConnection.uploadCount++;
  if (uploadConnection.state === 'requestLost') throw new TypeError('fetch failed');
  for (const part of [0.25, 1]) {
    progress(part);
    uploadConnection.reportedParts.push(part);
  }
  const response = await testBrowser.server.app.request(url, { method: 'POST', headers, body });
  signal.throwIfAborted();
  if (uploadConnection.state === 'responseLost') throw new TypeError('fetch failed');
  return response;
};

/** Creates a model, which is disposed after the test. */
export function openTestVerification(target: VerificationTarget): VerificationModel {
  const model = createVerificationModel({
    api: testBrowser.api,
    target,
    uploadTransport: testUpload,
  });
  onTestFinished(() => model.dispose());
  return model;
}
/** Creates the model of a claim's verification. */
export const openClaimVerification = ({ id, secret }: ClaimCreated) =>
  openTestVerification({ claim: id, secret });
/** The status, or the phase while there is none. */
export const getDisplayedStatus = (model: VerificationModel) => {
  const phase = model.phase.peek();
  return 'verification' in phase ? phase.verification.status : phase.phase;
};
export const waitForStatus = (model: VerificationModel, status: string) =>
  waitUntil(() => getDisplayedStatus(model) === status, `${status}, now ${getDisplayedStatus(model)}`);
export const waitForPhotos = (model: VerificationModel, count: number) =>
  waitUntil(
    () => model.photos.peek().length === count && model.phase.peek().phase === 'ready',
    `${count} photos, now ${model.photos.peek().length}`,
  );
export const getVerificationId = (model: VerificationModel) => {
  const phase = model.phase.peek();
  if (!('verification' in phase)) throw new Error(phase.phase);
  return phase.verification.id;
};
