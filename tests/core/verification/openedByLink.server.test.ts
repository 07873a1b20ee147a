import { describe, expect, it } from 'vitest';
import { openHandoffDevice } from '#core/verification/handoffDevice.ts';
import { createPhoto } from '#tests/support/verificationClient.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';
import {
  waitForPhotos,
  getVerificationId,
  openClaimVerification,
  openTestVerification,
  verificationClient,
  waitForStatus,
  testBrowser,
} from '../support/verificationSetup.ts';

describe('opened by link', () => {
  it('uses the matching secret and is gone without one', async () => {
    const [claim, other] = [
      await verificationClient.createClaim(),
      await verificationClient.createClaim('2200000000000103'),
    ];
    const { id } = await verificationClient.createDraft(claim);
    const model = openTestVerification({ id, secrets: [other.secret, claim.secret] });
    await waitForStatus(model, 'draft');
    for (const secrets of [[], [other.secret]]) {
      const stranger = openTestVerification({ id, secrets });
      await waitForStatus(stranger, 'gone');
      expect(stranger.phase.peek()).toEqual({ phase: 'gone', code: 'not_found' });
    }
  });

  it('is gone for a claim that needs no verification', async () => {
    const claim = await verificationClient.claimClient.createClaim(
      await verificationClient.claimClient.buildClaim('BTC', 'SBERRUB'),
    );
    const model = openClaimVerification(claim);
    await waitForStatus(model, 'gone');
    expect(model.phase.peek()).toEqual({ phase: 'gone', code: 'transition_forbidden' });
  });

  it('shows the phone’s changes on both devices after a hand-off', async () => {
    const claim = await verificationClient.createClaim();
    const desk = openClaimVerification(claim);
    await waitForStatus(desk, 'draft');
    const handed = await desk.createHandoff();
    const token = new URL(handed?.url ?? '').hash.slice(1);
    const local = createInspectableStorage();
    const id = getVerificationId(desk);
    const opened = openHandoffDevice(local, id, token);
    if (!opened) throw new Error('no device');
    const phone = openTestVerification({ id, ...opened });
    await waitForStatus(phone, 'draft');
    expect(await phone.createHandoff()).toBeNull();
    phone.addPhoto(await createPhoto(1));
    await waitForPhotos(phone, 1);
    await testBrowser.clock.advance(5_000);
    await waitForPhotos(desk, 1);
    await phone.submit();
    await testBrowser.clock.advance(15_000);
    await waitForStatus(desk, 'pending');
    // After a reload the URL has no fragment.
    const again = openHandoffDevice(local, id, null);
    expect(again).toEqual(opened);
    await waitForStatus(openTestVerification({ id, ...(again ?? opened) }), 'pending');
    const thief = openTestVerification({ id, token, device: 'another-device-of-somebody' });
    await waitForStatus(thief, 'gone');
    // A truncated link opens nothing; afterwards the complete link still opens.
    const cut = openHandoffDevice(local, id, token.slice(0, -1));
    await waitForStatus(openTestVerification({ id, ...(cut ?? opened) }), 'gone');
    const whole = openHandoffDevice(local, id, token);
    await waitForStatus(openTestVerification({ id, ...(whole ?? opened) }), 'pending');
    expect(whole).toEqual(opened);
  });
});
