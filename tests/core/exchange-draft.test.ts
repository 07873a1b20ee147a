import { describe, expect, it } from 'vitest';
import { settled } from './clock.ts';
import { codes, ready } from './form.ts';

const nbsp = '\u00a0';

describe('choosing', () => {
  it('reloads the to-currencies with another from, and takes the first when the old is not among them', async () => {
    const { exchange } = await ready({ wanted: { attribute: { from: 'USDTTRC20', to: 'BTC' } } });
    exchange.type('from', '1000');
    await exchange.choose('from', 4);
    expect(codes(exchange)).toBe('TON→USDTTRC20');
    expect(exchange.toIds.value).toEqual([2, 3, 5]);
    expect(exchange.text.from.value).toBe(`1${nbsp}000`);
    await exchange.choose('to', 5, 'SPB');
    expect([codes(exchange), exchange.city.value?.name]).toEqual(['TON→CASHRUB', 'Санкт-Петербург']);
  });

  it('shows what is on its way and drops an answer that comes too late', async () => {
    const { exchange, server } = await ready();
    const slow = server.hold('pair/2/4');
    const first = exchange.choose('to', 4);
    await settled();
    expect(exchange.pending.value?.to?.code).toBe('TON');
    expect(codes(exchange)).toBe('USDTTRC20→SBERRUB');
    await exchange.choose('to', 1);
    slow.release();
    await first;
    await settled();
    expect(codes(exchange)).toBe('USDTTRC20→BTC');
    expect(exchange.pending.value).toBeNull();
    expect(exchange.pair.value?.structure.to.currency).toBe('BTC');
  });

  it('swaps the places and lets each sum keep its currency', async () => {
    const { exchange } = await ready();
    exchange.type('from', '1000');
    exchange.settle();
    await exchange.swap();
    expect(codes(exchange)).toBe('SBERRUB→USDTTRC20');
    expect([exchange.text.from.value, exchange.text.to.value]).toEqual([`80${nbsp}000,00`, `1${nbsp}000,00`]);
    await exchange.choose('to', 1);
    await exchange.choose('from', 2);
    await exchange.choose('to', 5);
    expect(exchange.swappable.value).toBe(false);
  });

  it('follows a changed attribute, and what was picked gives way to it', async () => {
    const { exchange, changes } = await ready();
    await exchange.choose('to', 1);
    await exchange.want({ from: 'TON', to: 'SBERRUB', amount: '25' }, 'attribute');
    expect([codes(exchange), exchange.text.from.value]).toEqual(['TON→SBERRUB', '25']);
    expect(changes.at(-1)).toMatchObject({ from: 'TON', source: 'attribute' });
    exchange.hold(true);
    await exchange.want({ from: 'BTC' }, 'attribute');
    expect(codes(exchange)).toBe('TON→SBERRUB');
    exchange.hold(false);
    await settled();
    expect(codes(exchange)).toBe('BTC→SBERRUB');
  });

  it('changes only what a wish names', async () => {
    const { exchange, server, changes } = await ready();
    const asked = server.asked.length;
    await exchange.want({ amount: '1 250' }, 'attribute');
    expect([exchange.text.from.value, server.asked.length]).toEqual([`1${nbsp}250,00`, asked]);
    expect(changes.at(-1)).toMatchObject({ fromSumma: '1250.00', source: 'attribute' });
    const from = exchange.want({ from: 'TON' }, 'attribute');
    await exchange.want({ to: 'USDTTRC20' }, 'attribute');
    await from;
    expect(codes(exchange)).toBe('TON→USDTTRC20');
  });

  it('keeps requisites by side and name across pairs', async () => {
    const { exchange } = await ready();
    exchange.draft.setValue('to', 'card', '4242 4242 4242 4242');
    await exchange.choose('to', 1);
    expect(exchange.draft.fields.value.to.map(({ name }) => name)).toEqual(['address']);
    await exchange.choose('to', 3);
    expect(exchange.draft.value('to', 'card')).toBe('4242 4242 4242 4242');
  });
});

describe('the draft', () => {
  it('checks all visible fields and names those refused, in order', async () => {
    const { exchange } = await ready();
    const { draft } = exchange;
    draft.setValue('to', 'card', '4242 4242 4242 4241');
    draft.setEmail('anna@example');
    expect(await draft.check()).toEqual(['from.address', 'to.card', 'email', 'consent']);
    expect(draft.errors.value).toMatchObject({
      'to.card': { code: 'card_checksum' },
      email: { code: 'email_dot' },
    });
    draft.setValue('to', 'card', '4242 4242 4242 4242');
    expect(draft.errors.value['to.card']).toBeUndefined();
    draft.setValue('from', 'address', 'somewhere');
    draft.setEmail('anna@example.com');
    draft.setConsent(true);
    expect(await draft.check()).toEqual([]);
    expect(await draft.requisites()).toEqual({
      from: { address: 'somewhere' },
      to: { card: '4242424242424242' },
    });
  });

  it('counts with an accepted promocode from then on, and says why another is refused', async () => {
    const { exchange, clock, server } = await ready();
    await exchange.draft.applyPromocode('GOOD');
    expect(exchange.wire()?.course).toBe('80.8');
    await clock.advance(16_000);
    expect(exchange.wire()?.course).toBe('80.8');
    await exchange.draft.applyPromocode('BAD');
    expect(exchange.draft.promocode.value).toEqual({
      state: 'refused',
      text: 'BAD',
      code: 'promocode_invalid',
    });
    await exchange.draft.applyPromocode('');
    expect([exchange.wire()?.course, exchange.draft.promocode.value.state]).toEqual(['80', 'none']);
    expect(server.asked.filter(url => url.includes('GOOD')).length).toBeGreaterThan(1);
  });

  it('drops the late answer to a promocode that was taken off meanwhile', async () => {
    const { exchange, server } = await ready();
    const late = server.hold('promocode=GOOD');
    const applied = exchange.draft.applyPromocode('GOOD');
    await exchange.draft.applyPromocode('');
    late.release();
    await applied;
    expect([exchange.wire()?.course, exchange.draft.promocode.value.state]).toEqual(['80', 'none']);
  });

  it('leaves no trace in the tab before anybody touched the form', async () => {
    const { exchange, session, clock } = await ready();
    await clock.advance(20_000);
    exchange.settle();
    expect(session.all()).toEqual({});
    exchange.draft.setEmail('a');
    await clock.advance(500);
    expect(Object.keys(session.all())).toEqual(['exchange::main:form']);
  });

  it('is written down a moment after a key, once for many, and at once when the page may go away', async () => {
    const { exchange, session, clock } = await ready();
    const written = () => session.all()['exchange::main:form'];
    exchange.type('from', '7');
    exchange.type('from', '75');
    expect(written()).toBeUndefined();
    await clock.advance(500);
    expect(written()).toContain('"75"');
    exchange.type('from', '750');
    exchange.visible(false);
    expect(written()).toContain('"750"');
    exchange.visible(true);
    exchange.type('from', '7500');
    exchange.hold(true);
    expect(written()).toContain('"7500"');
  });

  it('survives a reload in the tab alone, pair and sum included; another deep link begins a new form', async () => {
    const all = await ready();
    await all.exchange.choose('to', 1);
    all.exchange.type('to', '0,5');
    all.exchange.settle();
    all.exchange.chooseType('verification');
    all.exchange.draft.setValue('to', 'address', 'bc1q-private');
    all.exchange.draft.setEmail('anna@example.com');
    all.exchange.dispose();
    expect(JSON.stringify(all.local.all())).not.toMatch(/private|anna/);

    const again = all.open();
    await settled();
    expect([codes(again), again.text.to.value, again.courseType.value]).toEqual([
      'USDTTRC20→BTC',
      '0,5',
      'verification',
    ]);
    expect(again.draft.value('to', 'address')).toBe('bc1q-private');
    again.dispose();

    const linked = all.open({ wanted: { url: { from: 'TON', to: 'SBERRUB' } } });
    await settled();
    expect([codes(linked), linked.text.from.value]).toEqual(['TON→SBERRUB', '10']);
    expect(linked.draft.email.value).toBe('anna@example.com');
  });
});
