import { describe, expect, it } from 'vitest';
import { openHandoffCredentials } from '#core/verification/handoffCredentials.ts';
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
  setUpVerification,
} from '../support/verificationSetup.ts';

setUpVerification();

describe('opened by link', () => {
  it('uses the matching secret and is gone without one', async () => {
    const [claim, otherClaim] = [
      await verificationClient.createClaim(),
      await verificationClient.createClaim('2200000000000103'),
    ];
    const { id } = await verificationClient.createDraft(claim);
    const model = openTestVerification({ id, secrets: [otherClaim.secret, claim.secret] });
    await waitForStatus(model, 'draft');
    for (const secrets of [[], [otherClaim.secret]]) {
      const unauthorized = openTestVerification({ id, secrets });
      await waitForStatus(unauthorized, 'gone');
      expect(unauthorized.phase.peek()).toEqual({ phase: 'gone', code: 'not_found' });
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
    const computer = openClaimVerification(claim);
    await waitForStatus(computer, 'draft');
    const handoff = await computer.createHandoff();
    const token = new URL(handoff?.url ?? '').hash.slice(1);
    const local = createInspectableStorage();
    const id = getVerificationId(computer);
    const device = openHandoffCredentials(local, id, token);
    if (!device) throw new Error('no device');
    const phone = openTestVerification({ id, ...device });
    await waitForStatus(phone, 'draft');
    expect(await phone.createHandoff()).toBeNull();
    phone.addPhoto(await createPhoto(1));
    await waitForPhotos(phone, 1);
    await testBrowser.clock.advance(5_000);
    await waitForPhotos(computer, 1);
    await phone.submit();
    await testBrowser.clock.advance(15_000);
    await waitForStatus(computer, 'pending');
    // After a reload the URL has no fragment.
    const reloadedDevice = openHandoffCredentials(local, id, null);
    expect(reloadedDevice).toEqual(device);
    await waitForStatus(openTestVerification({ id, ...(reloadedDevice ?? device) }), 'pending');
    const otherPhone = openTestVerification({ id, token, device: 'another-device-of-somebody' });
    await waitForStatus(otherPhone, 'gone');
    // A truncated link opens nothing; afterwards the complete link still opens.
    const truncated = openHandoffCredentials(local, id, token.slice(0, -1));
    await waitForStatus(openTestVerification({ id, ...(truncated ?? device) }), 'gone');
    const complete = openHandoffCredentials(local, id, token);
    await waitForStatus(openTestVerification({ id, ...(complete ?? device) }), 'pending');
    expect(complete).toEqual(device);
  });
});
