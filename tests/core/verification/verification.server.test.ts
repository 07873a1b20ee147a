import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { sendCall } from '#core/api/sendCall.ts';
import { keyCall, uploadVerificationPhoto } from '#core/api/verification.ts';
import {
  deletePhotoCall,
  deleteVerificationCall,
  getVerificationCall,
  getVerificationInputsCall,
  getVerificationStateCall,
  listVerificationsCall,
  submitVerificationCall,
  updateVerificationCall,
  VerificationState,
} from '#core/contract/verification.ts';
import { createPhoto } from '#tests/support/verificationClient.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import {
  waitForPhotos,
  getVerificationId,
  uploadConnection,
  openClaimVerification,
  openTestVerification,
  verificationClient,
  waitForStatus,
  getDisplayedStatus,
  testUpload,
  testBrowser,
  setUpVerification,
} from '../support/verificationSetup.ts';

setUpVerification();

describe('a verification', () => {
  it('is created, filled, submitted and polled until decided', async () => {
    const model = openClaimVerification(await verificationClient.createClaim());
    expect(model.phase.peek()).toEqual({ phase: 'loading', connection: 'live' });
    await waitForStatus(model, 'draft');
    expect(model.canSubmit.peek()).toBe(false);
    const file = await createPhoto(1);
    model.addPhoto(file);
    expect(model.phase.peek()).toMatchObject({ phase: 'uploading', name: 'card.jpg', isWaiting: false });
    await waitForPhotos(model, 1);
    expect(uploadConnection.reportedParts).toEqual([0.25, 1]);
    expect(model.photos.peek()).toMatchObject([{ file }]);
    expect(model.canSubmit.peek()).toBe(true);
    expect(await model.submit()).toBe(true);
    expect(getDisplayedStatus(model)).toBe('pending');
    expect(model.canSubmit.peek()).toBe(false);

    await verificationClient.decide(getVerificationId(model), { approve: true });
    await testBrowser.clock.advance(5_000);
    await waitForStatus(model, 'approved');
    const requestCount = testBrowser.state.requests.length;
    await testBrowser.clock.advance(600_000);
    model.refreshNow();
    await testBrowser.clock.advance(0);
    expect(testBrowser.state.requests.length).toBe(requestCount);
  });

  it('shows the rejection reason and accepts new photos', async () => {
    const claim = await verificationClient.createClaim();
    const model = openClaimVerification(claim);
    await waitForStatus(model, 'draft');
    model.addPhoto(await createPhoto(1));
    await waitForPhotos(model, 1);
    await model.submit();
    await testBrowser.clock.advance(1_000);
    await verificationClient.decide(getVerificationId(model), {
      approve: false,
      reason: 'Номер не читается',
    });
    await testBrowser.clock.advance(5_000);
    await waitForStatus(model, 'rejected');
    expect(model.phase.peek()).toMatchObject({ verification: { reason: 'Номер не читается', photos: [] } });
    model.addPhoto(await createPhoto(2));
    model.addPhoto(await createPhoto(3));
    await waitForPhotos(model, 2);
    expect(await model.deletePhoto(model.photos.peek()[0]?.id ?? '')).toBe(true);
    expect(model.photos.peek()).toHaveLength(1);
    expect(await model.submit()).toBe(true);
    expect(getDisplayedStatus(model)).toBe('pending');
    const key = { id: getVerificationId(model), access: { secret: claim.secret } };
    const { photos } = await sendCall(testBrowser.api, getVerificationCall, keyCall(key));
    expect(photos.map(({ id }) => id)).toEqual(model.photos.peek().map(({ id }) => id));
  });

  it('refuses invalid files before uploading', async () => {
    const model = openClaimVerification(await verificationClient.createClaim());
    await waitForStatus(model, 'draft');
    const jpeg = { type: 'image/jpeg' };
    for (const [file, code] of [
      [new File([], 'a.jpg', jpeg), 'file_empty'],
      [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }), 'file_type'],
      [new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'a.jpg', jpeg), 'file_size'],
    ] as const) {
      model.addPhoto(file);
      expect(model.lastError.peek()).toEqual({ code, name: file.name });
    }
    expect(uploadConnection.uploadCount).toBe(0);
    for (const shade of [1, 2, 3]) model.addPhoto(await createPhoto(shade));
    model.addPhoto(await createPhoto(4));
    expect(model.lastError.peek()).toEqual({ code: 'file_count', name: 'card.jpg', max: 3 });
    await waitForPhotos(model, 3);
    expect(uploadConnection.uploadCount).toBe(3);
    // Only the server detects a wrong file content.
    await model.deletePhoto(model.photos.peek()[0]?.id ?? '');
    model.addPhoto(new File(['no picture'], 'b.jpg', jpeg));
    await waitUntil(() => model.lastError.peek()?.code === 'file_type', 'a refusal');
    model.dismissError();
    expect(model.lastError.peek()).toBeNull();
    await waitForPhotos(model, 2);
  });

  it('resumes after a lost connection without duplicates', async () => {
    const claim = await verificationClient.createClaim();
    const model = openClaimVerification(claim);
    await waitForStatus(model, 'draft');
    uploadConnection.state = 'requestLost';
    model.addPhoto(await createPhoto(1));
    await testBrowser.clock.advance(0);
    expect(model.phase.peek()).toMatchObject({ phase: 'uploading', isWaiting: true });
    uploadConnection.state = 'responseLost';
    model.refreshNow();
    await waitUntil(() => uploadConnection.uploadCount === 2, 'a second try');
    await testBrowser.clock.advance(0);
    uploadConnection.state = 'online';
    await waitUntil(() => {
      model.refreshNow();
      return model.photos.peek().length === 1;
    }, 'the photo');
    const key = { id: getVerificationId(model), access: { secret: claim.secret } };
    const { photos } = await sendCall(testBrowser.api, getVerificationCall, keyCall(key));
    expect(photos).toHaveLength(1);

    testBrowser.state.lostResponses = '/confirm/';
    const submission = model.submit();
    await waitUntil(() => model.actionState.peek() === 'waiting', 'waiting');
    testBrowser.state.lostResponses = '';
    model.refreshNow();
    expect(await submission).toBe(true);
    expect(getDisplayedStatus(model)).toBe('pending');
  });

  it('shows a lost connection, keeps its state and recovers', async () => {
    const model = openClaimVerification(await verificationClient.createClaim());
    await waitForStatus(model, 'draft');
    testBrowser.state.lostResponses = '/verify/';
    await waitUntil(() => {
      void testBrowser.clock.advance(5_000);
      const now = model.phase.peek();
      return now.phase === 'ready' && now.connection === 'lost';
    }, 'a lost connection');
    testBrowser.state.lostResponses = '';
    model.refreshNow();
    await waitUntil(() => {
      const now = model.phase.peek();
      return now.phase === 'ready' && now.connection === 'live';
    }, 'a live connection');
    expect(getDisplayedStatus(model)).toBe('draft');
  });

  it('is withdrawn and restarted for its claim', async () => {
    const claim = await verificationClient.createClaim();
    const model = openClaimVerification(claim);
    await waitForStatus(model, 'draft');
    model.addPhoto(await createPhoto(1));
    await waitForPhotos(model, 1);
    await model.submit();
    const previousId = getVerificationId(model);
    expect(await model.restart()).toBe(true);
    await waitForStatus(model, 'draft');
    expect(getVerificationId(model)).not.toBe(previousId);
    expect(model.photos.peek()).toEqual([]);
    const modelById = openTestVerification({ id: getVerificationId(model), secrets: [claim.secret] });
    await waitForStatus(modelById, 'draft');
    expect(await modelById.restart()).toBe(true);
    expect(modelById.phase.peek()).toEqual({ phase: 'gone', code: 'not_found' });
  });

  it('polls less often while unchanged and not while hidden', async () => {
    const model = openClaimVerification(await verificationClient.createClaim());
    await waitForStatus(model, 'draft');
    await testBrowser.clock.advance(0);
    const countRequestsDuring = async (ms: number) => {
      const before = testBrowser.state.requests.length;
      await testBrowser.clock.advance(ms);
      return testBrowser.state.requests.length - before;
    };
    expect(await countRequestsDuring(5_000)).toBe(1);
    expect(await countRequestsDuring(60_000)).toBeLessThanOrEqual(6);
    model.setVisible(false);
    expect(await countRequestsDuring(60_000)).toBe(0);
    const before = testBrowser.state.requests.length;
    model.setVisible(true);
    await waitUntil(() => testBrowser.state.requests.length === before + 1, 'a poll');
    expect(await countRequestsDuring(15_000)).toBeGreaterThanOrEqual(1);
  });

  it('ignores a response older than the latest action', async () => {
    const claim = await verificationClient.createClaim();
    const model = openClaimVerification(claim);
    await waitForStatus(model, 'draft');
    model.addPhoto(await createPhoto(1));
    await waitForPhotos(model, 1);
    // The response to an earlier poll arrives after the photos are submitted.
    let release = () => undefined as void;
    const delayed = new Promise<void>(resolve => (release = resolve));
    const { app } = testBrowser.server;
    const originalRequest = app.request.bind(app);
    app.request = async (input, init, ...rest) => {
      const response = await originalRequest(input, init, ...rest);
      if (String(input).endsWith(`/verify/${getVerificationId(model)}/`)) await delayed;
      return response;
    };
    model.refreshNow();
    await testBrowser.clock.advance(0);
    expect(await model.submit()).toBe(true);
    app.request = originalRequest;
    release();
    await testBrowser.clock.advance(0);
    expect(getDisplayedStatus(model)).toBe('pending');
  });
});

it('every call matches the contract', async () => {
  const claim = await verificationClient.createClaim();
  const { api } = testBrowser;
  const key = { id: (await verificationClient.createDraft(claim)).id, access: { secret: claim.secret } };
  const content = keyCall(key);
  const query = { claim: claim.id, page: '1', size: '5' };
  expect(await sendCall(api, listVerificationsCall, { ...content, query })).toMatchObject({ count: 1 });
  expect((await sendCall(api, getVerificationInputsCall)).photo.maxCount).toBe(3);
  expect(v.parse(VerificationState, await sendCall(api, getVerificationStateCall, content))).toEqual({
    status: 'draft',
    reason: null,
  });
  const submit = { ...content, body: { verification: key.id } };
  await expect(sendCall(api, submitVerificationCall, submit)).rejects.toMatchObject({
    codes: { photos: 'photos_missing' },
  });
  const photo = await uploadVerificationPhoto(api, testUpload, key, await createPhoto(1));
  const update = { ...content, body: { photos: [photo.id] } };
  expect((await sendCall(api, updateVerificationCall, update)).photos).toEqual([photo]);
  const erase = { ...content, query: { verification: key.id }, photo: photo.id };
  await sendCall(api, deletePhotoCall, erase);
  await sendCall(api, deleteVerificationCall, content);
  await expect(sendCall(api, getVerificationCall, content)).rejects.toMatchObject({ status: 404 });
});
