import { describe, expect, it } from 'vitest';
import { getPhase, waitForPhase, setupClaimFlow } from '../support/claimFlowSetup.ts';

describe('a changed course', () => {
  const changed = {
    code: 'course_changed',
    detail: 'Курс изменился',
    course: '79',
    fromSumma: '1250.00',
    toSumma: '98750.00',
    quote: 'fresh',
  };

  it('is sent with a new key once accepted', async () => {
    const { openConfirmation, claimApi } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.nextRefusal = { status: 409, body: changed };
    await claim.createClaim();
    await waitForPhase(claim, 'changed');
    expect(claim.phase.value).toMatchObject({
      reason: 'course_changed',
      previousTerms: { toSumma: '100000.00', course: '80' },
      currentTerms: { toSumma: '98750.00', course: '79' },
    });
    await claim.acceptNewTerms();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ key, body }) => [key, body.toSumma, body.quote])).toEqual([
      ['key-1-00000000', '100000.00', 'q1'],
      ['key-2-00000000', '98750.00', 'fresh'],
    ]);
  });

  it('differs from a shifted amount, which is accepted in the same way', async () => {
    const { openConfirmation, claimApi } = setupClaimFlow();
    const { claim } = await openConfirmation();
    const shifted = {
      ...changed,
      code: 'amount_taken',
      fromSumma: '1250.01',
      toSumma: '100000.80',
      course: '80',
    };
    claimApi.nextRefusal = { status: 409, body: shifted };
    await claim.createClaim();
    await waitForPhase(claim, 'changed');
    expect(claim.phase.value).toMatchObject({
      reason: 'amount_taken',
      currentTerms: { fromSumma: '1250.01' },
    });
    await claim.acceptNewTerms();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.at(-1)?.body).toMatchObject({ fromSumma: '1250.01', quote: 'fresh' });
  });

  it('may be declined', async () => {
    const { openConfirmation, claimApi } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.nextRefusal = { status: 409, body: changed };
    await claim.createClaim();
    await waitForPhase(claim, 'changed');
    claim.goBack();
    expect(getPhase(claim)).toBe('confirm');
    await claim.acceptNewTerms();
    expect(claimApi.createRequests).toHaveLength(1);
  });

  it('is detected before sending if the quote expired during sleep', async () => {
    const { openConfirmation, claimApi, courses, clock } = setupClaimFlow();
    const { claim } = await openConfirmation();
    clock.sleep(600_000);
    courses.courseFactor = 0.9;
    await claim.createClaim();
    expect(claim.phase.value).toMatchObject({
      phase: 'changed',
      previousTerms: { toSumma: '100000.00' },
      currentTerms: { fromSumma: '1250.00', toSumma: '90000.00' },
    });
    expect(claimApi.createRequests).toHaveLength(0);
    await claim.acceptNewTerms();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests[0]?.body).toMatchObject({ toSumma: '90000.00', quote: 'q0.9' });
  });

  it('needs no confirmation if the amounts are unchanged', async () => {
    const { openConfirmation, claimApi, clock } = setupClaimFlow();
    const { claim } = await openConfirmation();
    clock.sleep(600_000);
    await claim.createClaim();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests).toHaveLength(1);
  });

  it('is not sent if the quote has expired and the pair has closed', async () => {
    const { openConfirmation, claimApi, courses, clock, errors } = setupClaimFlow();
    const { claim } = await openConfirmation();
    clock.sleep(600_000);
    courses.closed = { code: 'direction_closed', detail: '' };
    await claim.createClaim();
    expect(claim.phase.value).toEqual({ phase: 'failed', code: 'direction_closed', returnTo: 'form' });
    expect(errors).toEqual(['direction_closed']);
    expect(claimApi.createRequests).toEqual([]);
    claim.goBack();
    expect(getPhase(claim)).toBe('form');
  });

  it('is not sent if the visitor starts over while the quote is replaced', async () => {
    const { openConfirmation, claimApi, courses, clock } = setupClaimFlow();
    const { claim } = await openConfirmation();
    clock.sleep(600_000);
    const course = courses.holdResponses('/course/');
    const creation = claim.createClaim();
    await waitForPhase(claim, 'sending');
    claim.startOver();
    course.release();
    await creation;
    expect(getPhase(claim)).toBe('form');
    expect(claimApi.createRequests).toEqual([]);
  });
});
