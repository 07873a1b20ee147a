import { describe, expect, it } from 'vitest';
import { settled } from './clock.ts';
import { phase, reached, rig } from './flow.ts';

/** A page at the confirmation, which knows by now that the server wants a captcha. */
async function guarded() {
  const all = rig();
  all.desk.captcha = true;
  const made = await all.confirming();
  await settled();
  return { ...all, ...made };
}

const refusal = (code: string) => ({ status: 400, body: { recaptcha: ['…'], codes: { recaptcha: code } } });

describe('a captcha', () => {
  it('comes before the creation, which carries its answer', async () => {
    const { claim, desk } = await guarded();
    await claim.create();
    expect(claim.phase.value).toEqual({ phase: 'captcha', again: false });
    expect(desk.posts).toEqual([]);
    await claim.prove('a person');
    await reached(claim, 'open');
    expect(desk.posts.map(({ body }) => body.recaptcha)).toEqual(['a person']);
  });

  it('that the client did not know of is asked for by the refusal, again when an answer did not count', async () => {
    const { confirming, desk, errors } = rig();
    const { claim } = await confirming();
    desk.refusal = refusal('captcha_required');
    await claim.create();
    await reached(claim, 'captcha');
    expect(claim.phase.value).toEqual({ phase: 'captcha', again: false });
    desk.refusal = refusal('captcha_failed');
    await claim.prove('one');
    expect(claim.phase.value).toEqual({ phase: 'captcha', again: true });
    await claim.prove('two');
    await reached(claim, 'open');
    expect(desk.posts.map(({ key, body }) => [key, body.recaptcha])).toEqual([
      ['key-1-00000000', null],
      ['key-2-00000000', 'one'],
      ['key-3-00000000', 'two'],
    ]);
    expect(errors).toEqual([]);
  });

  it('can be left for the confirmation; an answer that comes then makes nothing', async () => {
    const { claim, desk, exchange } = await guarded();
    await claim.create();
    claim.back();
    expect(phase(claim)).toBe('confirm');
    await claim.prove('late');
    expect(desk.posts).toEqual([]);
    expect(exchange.draft.value('to', 'card')).toBe('4242 4242 4242 4242');
  });

  it('holds the terms that were agreed to; others are the person’s to accept, with the same answer', async () => {
    const { claim, desk, courses, clock } = await guarded();
    await claim.create();
    courses.course = 0.9;
    await clock.advance(90_000);
    await claim.prove('a person');
    expect(claim.phase.value).toMatchObject({
      phase: 'changed',
      was: { toSumma: '100000.00' },
      now: { toSumma: '90000.00' },
    });
    await claim.acceptCourse();
    await reached(claim, 'open');
    expect(desk.posts.map(({ body }) => [body.toSumma, body.recaptcha])).toEqual([['90000.00', 'a person']]);
  });
});
