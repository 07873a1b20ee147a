import { afterEach, describe, expect, it } from 'vitest';
import * as clients from '#core/api/client.ts';
import type { Transport } from '#core/api/upload.ts';
import * as acting from '#core/claim/acts.ts';
import { can } from '#core/claim/can.ts';
import type { Action, Status } from '#core/claim/status.ts';
import { actions, STATUSES } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { fake, settled, until } from './clock.ts';

const open: { leave(): void }[] = [];
afterEach(() => {
  for (const acts of open.splice(0)) acts.leave();
});

type Answer = { status: number; body?: object; headers?: Record<string, string> } | 'lost';

/** Acts over one claim, before a server that answers what the test has laid out, then 200. */
function rig(status: Status, answers: Answer[] = []) {
  const clock = fake();
  const asked: { path: string; method: string; key: string | null; secret: string | null; body: string }[] =
    [];
  const errors: string[] = [];
  const claim = {
    id: 'one',
    status,
    can: null,
    recalculations: [],
    refundTo: null,
  } as unknown as ClaimStatus;
  const answer = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const body = typeof init.body === 'string' ? init.body : '';
    const [key, secret] = [headers.get('idempotency-key'), headers.get('x-claim-secret')];
    asked.push({ path, method: init.method ?? 'GET', key, secret, body });
    const next = answers.shift() ?? { status: 200 };
    if (next === 'lost') throw new TypeError('connection reset');
    return Response.json(next.body ?? {}, { status: next.status, headers: next.headers ?? {} });
  };
  let keys = 0;
  let refetched = 0;
  let uploading: Transport = async (url, { headers, body }, progress) => {
    progress(0.5);
    return answer(url, { method: 'POST', headers, body });
  };
  const acts = acting.create({
    api: clients.create({ base: '', clock, fetch: async (url, init) => answer(url, init) }),
    upload: (...given) => uploading(...given),
    random: () => `key-${++keys}`,
    opened: () => ({ claim, key: { id: 'one', secret: 's' } }),
    refetch: async () => void refetched++,
    onError: code => errors.push(code),
  });
  open.push(acts);
  return {
    acts,
    clock,
    asked,
    errors,
    claim,
    refetched: () => refetched,
    sendWith: (transport: Transport) => void (uploading = transport),
  };
}

describe('a step', () => {
  it('is told once, and the state is asked for after it', async () => {
    const { acts, asked, refetched } = rig('waiting');
    expect(await acts.confirm()).toBe(true);
    expect(asked).toEqual([
      { path: '/api/v1/claim/one/confirm/', method: 'POST', key: 'key-1', secret: 's', body: '{}' },
    ]);
    expect([refetched(), acts.doing.value]).toEqual([1, null]);
  });

  it('goes on by itself after lost answers, under the same key', async () => {
    const gone = { status: 503, headers: { 'retry-after': '20' } };
    const { acts, asked, clock, errors } = rig('waiting', ['lost', { status: 502 }, gone]);
    const done = acts.confirm();
    await until(() => acts.doing.value?.state === 'waiting');
    await clock.advance(1_900);
    expect(asked).toHaveLength(1);
    await clock.advance(100);
    expect(asked).toHaveLength(2);
    await clock.advance(4_000);
    expect(asked).toHaveLength(3);
    await clock.advance(19_000);
    expect(asked).toHaveLength(3);
    await clock.advance(1_000);
    expect(await done).toBe(true);
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
    expect(errors).toEqual([]);
  });

  it('asks at once when the connection is back', async () => {
    const { acts, asked } = rig('waiting', ['lost']);
    const done = acts.confirm();
    await until(() => acts.doing.value?.state === 'waiting');
    (acts as acting.OwnedActs).wake();
    expect(await done).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is not repeated when it has been done meanwhile', async () => {
    const { acts, asked, clock, claim } = rig('waiting', ['lost']);
    const done = acts.confirm();
    await until(() => acts.doing.value?.state === 'waiting');
    claim.status = 'claimed';
    await clock.advance(2_000);
    expect(await done).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('is pressed twice and sent once', async () => {
    const { acts, asked } = rig('waiting');
    const both = await Promise.all([acts.confirm(), acts.confirm()]);
    expect(both).toEqual([true, false]);
    expect(asked).toHaveLength(1);
  });

  it('that is refused says why and can be tried again', async () => {
    const refusal = { status: 409, body: { code: 'transition_forbidden', detail: '' } };
    const { acts, errors, refetched } = rig('waiting', [refusal]);
    expect(await acts.confirm()).toBe(false);
    expect(acts.doing.value).toEqual({
      action: 'confirm',
      state: 'refused',
      code: 'transition_forbidden',
      fields: {},
    });
    expect([errors, refetched()]).toEqual([['transition_forbidden'], 1]);
    expect(await acts.confirm()).toBe(true);
  });

  it('names the field of a refund that is wrong', async () => {
    const body = { 'requisites.refund': ['…'], codes: { 'requisites.refund': 'checksum' } };
    const { acts, asked } = rig('hold', [{ status: 400, body }]);
    expect(await acts.refund({ refund: 'T…' })).toBe(false);
    expect(asked[0]?.body).toBe('{"requisites":{"refund":"T…"}}');
    expect(acts.doing.value).toMatchObject({ state: 'refused', fields: { refund: 'checksum' } });
    acts.dismiss();
    expect(acts.doing.value).toBeNull();
  });

  it('is called off when another claim is opened', async () => {
    const { acts, asked, clock } = rig('waiting', ['lost']);
    const done = acts.confirm();
    await until(() => acts.doing.value?.state === 'waiting');
    (acts as acting.OwnedActs).leave();
    expect(await done).toBe(false);
    await clock.advance(60_000);
    expect([asked.length, acts.doing.value]).toEqual([1, null]);
  });
});

describe('a receipt', () => {
  const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

  it('shows how far it is, and is gone from here once it is with the claim', async () => {
    const { acts, asked, refetched, sendWith, clock } = rig('waiting');
    let finish: (response: Response) => void = () => undefined;
    sendWith((_, __, progress) => {
      progress(0.25);
      return new Promise<Response>(resolve => (finish = resolve));
    });
    acts.addBill(file('чек.pdf', 'application/pdf'));
    await settled();
    expect(acts.uploads.value).toEqual([
      { key: 'bill-1', name: 'чек.pdf', size: 10, state: 'sending', part: 0.25 },
    ]);
    finish(Response.json({}));
    await clock.advance(0);
    expect([acts.uploads.value, refetched(), asked.length]).toEqual([[], 1, 0]);
  });

  it.each([
    ['a text', 'text/plain', 10, 'file_type'],
    ['eight megabytes and a byte', 'image/png', 8 * 1024 * 1024 + 1, 'file_size'],
    ['nothing', 'image/png', 0, 'file_empty'],
  ])('that is %s is not sent', async (_, type, size, code) => {
    const { acts, asked } = rig('waiting');
    acts.addBill(file('x', type, size));
    await settled();
    expect(acts.uploads.value).toMatchObject([{ state: 'refused', code }]);
    expect(asked).toEqual([]);
    acts.removeBill('bill-1');
    expect(acts.uploads.value).toEqual([]);
  });

  it('that the server refuses has its word', async () => {
    const body = { file: ['…'], codes: { file: 'file_broken' } };
    const { acts, errors } = rig('waiting', [{ status: 400, body }]);
    acts.addBill(file('x.png', 'image/png'));
    await until(() => acts.uploads.value[0]?.state === 'refused');
    expect(acts.uploads.value).toMatchObject([{ code: 'file_broken' }]);
    expect(errors).toEqual(['file_broken']);
  });

  it('that gets stuck for half a minute is sent again; one that is put away is not', async () => {
    const { acts, clock, sendWith } = rig('waiting');
    let sent = 0;
    sendWith((_, { signal }) => {
      sent++;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('off', 'AbortError')));
      });
    });
    acts.addBill(file('x.png', 'image/png'));
    await clock.advance(29_000);
    expect(acts.uploads.value).toMatchObject([{ state: 'sending' }]);
    await clock.advance(1_000);
    expect(acts.uploads.value).toMatchObject([{ state: 'waiting' }]);
    await clock.advance(2_000);
    expect([sent, acts.uploads.value[0]?.state]).toEqual([2, 'sending']);
    acts.removeBill('bill-1');
    await clock.advance(120_000);
    expect([sent, acts.uploads.value]).toEqual([2, []]);
  });
});

describe('what a client can do', () => {
  const claim = (status: Status, told: Action[] | null): ClaimStatus =>
    ({ status, can: told, recalculations: [], refundTo: null }) as unknown as ClaimStatus;

  it('is the server’s word', () => {
    expect(can(claim('waiting', ['cancel']))).toEqual(['cancel']);
    expect(can(claim('waiting', []))).toEqual([]);
  });

  it.each(STATUSES)('is in the table where another backend says nothing: %s', status => {
    expect(can(claim(status, null))).toEqual(actions(status, { offered: false, refundKnown: false }));
  });
});
