import { describe, expect, it } from 'vitest';
import { flushTasks } from '../../support/fakeClock.ts';
import { getPhase, waitForPhase, setupClaimFlow } from '../support/claimFlowSetup.ts';

/** Opens a page at the confirmation. The server requires a captcha. */
async function setupWithCaptcha() {
  const setup = setupClaimFlow();
  setup.claimApi.requiresCaptcha = true;
  const opened = await setup.openConfirmation();
  await flushTasks();
  return { ...setup, ...opened };
}

const captchaRefusal = (code: string) => ({
  status: 400,
  body: { recaptcha: ['…'], codes: { recaptcha: code } },
});

describe('a captcha', () => {
  it('precedes the creation, which carries its answer', async () => {
    const { claim, claimApi } = await setupWithCaptcha();
    await claim.createClaim();
    expect(claim.phase.value).toEqual({ phase: 'captcha', isRepeated: false });
    expect(claimApi.createRequests).toEqual([]);
    await claim.submitCaptcha('a person');
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ body }) => body.recaptcha)).toEqual(['a person']);
  });

  it('is requested by the refusal, and again after a failed answer', async () => {
    const { openConfirmation, claimApi, errors } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.nextRefusal = captchaRefusal('captcha_required');
    await claim.createClaim();
    await waitForPhase(claim, 'captcha');
    expect(claim.phase.value).toEqual({ phase: 'captcha', isRepeated: false });
    claimApi.nextRefusal = captchaRefusal('captcha_failed');
    await claim.submitCaptcha('one');
    expect(claim.phase.value).toEqual({ phase: 'captcha', isRepeated: true });
    await claim.submitCaptcha('two');
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ key, body }) => [key, body.recaptcha])).toEqual([
      ['key-1-00000000', null],
      ['key-2-00000000', 'one'],
      ['key-3-00000000', 'two'],
    ]);
    expect(errors).toEqual([]);
  });

  it('ignores an answer that arrives after going back to the confirmation', async () => {
    const { claim, claimApi, exchange } = await setupWithCaptcha();
    await claim.createClaim();
    claim.goBack();
    expect(getPhase(claim)).toBe('confirm');
    await claim.submitCaptcha('late');
    expect(claimApi.createRequests).toEqual([]);
    expect(exchange.draft.getValue('to', 'card')).toBe('4242 4242 4242 4242');
  });

  it('keeps the confirmed terms and requires acceptance of changed ones', async () => {
    const { claim, claimApi, courses, clock } = await setupWithCaptcha();
    await claim.createClaim();
    courses.courseFactor = 0.9;
    await clock.advance(90_000);
    await claim.submitCaptcha('a person');
    expect(claim.phase.value).toMatchObject({
      phase: 'changed',
      previousTerms: { toSumma: '100000.00' },
      currentTerms: { toSumma: '90000.00' },
    });
    await claim.acceptNewTerms();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ body }) => [body.toSumma, body.recaptcha])).toEqual([
      ['90000.00', 'a person'],
    ]);
  });
});
