import { beforeEach, expect, test } from 'vitest';
import { expectLedger } from './balance.ts';
import { photo, verifier } from './verifier.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

forEachDatabase(open => {
  let world: World;
  let me: ReturnType<typeof verifier>;
  beforeEach(async () => {
    world = await open(roomy);
    me = verifier(world);
  });

  test('begun by two tabs at once, it is one', async () => {
    const claim = await me.claim();
    const answers = await Promise.all(Array.from({ length: 5 }, () => me.begin(claim.id, claim)));
    const ids = await Promise.all(answers.map(async answer => ((await answer.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1);
  });

  test('of photos that come at once three are kept, the same one once', async () => {
    const claim = await me.claim();
    const { id } = await me.begun(claim);
    const shades = [1, 2, 3, 4, 5, 1, 1];
    const answers = await Promise.all(shades.map(async shade => me.upload(id, claim, await photo(shade))));
    expect(answers.every(answer => [201, 400].includes(answer.status))).toBe(true);
    const hashes = (await world.context.db.selectFrom('files').select('hash').execute()).map(
      file => file.hash,
    );
    expect([hashes.length, new Set(hashes).size]).toEqual([3, 3]);
  });

  test('decided by two operators at once, one of them is heard', async () => {
    const claim = await me.claim();
    const { id } = await me.sent(claim);
    const decided = await Promise.all([
      me.decide(id, { approve: true }),
      me.decide(id, { approve: false, reason: 'Не видно' }),
      me.decide(id, { approve: true }),
    ]);
    expect(decided.filter(one => one.ok)).toHaveLength(1);
    const events = await world.context.db
      .selectFrom('claim_events')
      .select('to_status')
      .where('claim_id', '=', claim.id)
      .execute();
    expect(events.filter(event => event.to_status === 'waiting').length).toBeLessThanOrEqual(1);
    await expectLedger(world.context.db);
  });

  test('cancelled, taken back or sent in while it is decided, claim and reserve agree', async () => {
    for (const meanwhile of ['cancel', 'remove', 'confirm'] as const) {
      const claim = await me.claim();
      const { id } = await me.sent(claim);
      const act = {
        cancel: () => me.me.about(claim.id, 'cancel', claim.secret),
        remove: () => me.remove(id, claim),
        confirm: () => me.confirm(id, claim),
      }[meanwhile];
      const [answer, decided] = await Promise.all([
        act(),
        me.decide(id, { approve: false, reason: 'Не видно' }),
      ]);
      // Sent in again right after the rejection there is no new photo: 400.
      expect([200, 204, 400, 404, 409]).toContain(answer.status);
      const { status, deadline } = await world.context.db
        .selectFrom('claims')
        .select(['status', 'deadline'])
        .where('id', '=', claim.id)
        .executeTakeFirstOrThrow();
      expect(status).toBe(meanwhile === 'cancel' ? 'cancelled' : 'verification');
      // Whoever came first: a claim that nobody looks at has its time.
      if (meanwhile !== 'cancel') expect([decided.ok, deadline === null]).not.toEqual([true, true]);
      if (meanwhile === 'remove') expect(deadline).not.toBeNull();
    }
    await expectLedger(world.context.db);
  });
});
