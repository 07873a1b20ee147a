import { afterEach, describe, expect, it } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import type { UploadTransport } from '#core/api/upload.ts';
import { createClaimActions } from '#core/claim/actions/createClaimActions.ts';
import type { InternalClaimActions } from '#core/claim/claimActions.ts';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import type { ClaimAction, ClaimStatusCode } from '#core/claim/status.ts';
import { getStatusActions, CLAIM_STATUSES } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { createFakeClock, flushTasks, waitUntil } from '../../support/fakeClock.ts';

const openActions: { reset(): void }[] = [];
afterEach(() => {
  for (const claimActions of openActions.splice(0)) claimActions.reset();
});

type StubResponse = { status: number; body?: object; headers?: Record<string, string> } | 'lost';

/** Actions on one claim. The server returns `responses` in order, then 200. */
function setupActions(status: ClaimStatusCode, responses: StubResponse[] = []) {
  const clock = createFakeClock();
  const requests: {
    path: string;
    method: string;
    key: string | null;
    secret: string | null;
    body: string;
  }[] = [];
  const errors: string[] = [];
  const claim = {
    id: 'one',
    status,
    can: null,
    recalculations: [],
    refundTo: null,
  } as unknown as ClaimStatus;
  const respond = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const body = typeof init.body === 'string' ? init.body : '';
    const [key, secret] = [headers.get('idempotency-key'), headers.get('x-claim-secret')];
    requests.push({ path, method: init.method ?? 'GET', key, secret, body });
    const next = responses.shift() ?? { status: 200 };
    if (next === 'lost') throw new TypeError('connection reset');
    return Response.json(next.body ?? {}, { status: next.status, headers: next.headers ?? {} });
  };
  let keyCount = 0;
  let refetched = 0;
  let currentTransport: UploadTransport = async (url, { headers, body }, progress) => {
    progress(0.5);
    return respond(url, { method: 'POST', headers, body });
  };
  const claimActions = createClaimActions({
    api: createApiClient({ base: '', clock, fetch: async (url, init) => respond(url, init) }),
    uploadTransport: (...args) => currentTransport(...args),
    generateId: () => `key-${++keyCount}`,
    getOpenClaim: () => ({ claim, key: { id: 'one', secret: 's' } }),
    refetchStatus: async () => void refetched++,
    onError: code => errors.push(code),
  });
  openActions.push(claimActions);
  return {
    claimActions,
    clock,
    requests,
    errors,
    claim,
    refetched: () => refetched,
    setTransport: (transport: UploadTransport) => void (currentTransport = transport),
  };
}

describe('a claim action', () => {
  it('is sent once, then the status is fetched again', async () => {
    const { claimActions, requests, refetched } = setupActions('waiting');
    expect(await claimActions.confirmPayment()).toBe(true);
    expect(requests).toEqual([
      { path: '/api/v1/claim/one/confirm/', method: 'POST', key: 'key-1', secret: 's', body: '{}' },
    ]);
    expect([refetched(), claimActions.actionState.value]).toEqual([1, null]);
  });

  it('retries lost responses with the same idempotency key', async () => {
    const unavailable = { status: 503, headers: { 'retry-after': '20' } };
    const { claimActions, requests, clock, errors } = setupActions('waiting', [
      'lost',
      { status: 502 },
      unavailable,
    ]);
    const done = claimActions.confirmPayment();
    await waitUntil(() => claimActions.actionState.value?.state === 'waiting');
    await clock.advance(1_900);
    expect(requests).toHaveLength(1);
    await clock.advance(100);
    expect(requests).toHaveLength(2);
    await clock.advance(4_000);
    expect(requests).toHaveLength(3);
    await clock.advance(19_000);
    expect(requests).toHaveLength(3);
    await clock.advance(1_000);
    expect(await done).toBe(true);
    expect(requests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
    expect(errors).toEqual([]);
  });

  it('retries at once when the connection is back', async () => {
    const { claimActions, requests } = setupActions('waiting', ['lost']);
    const done = claimActions.confirmPayment();
    await waitUntil(() => claimActions.actionState.value?.state === 'waiting');
    (claimActions as InternalClaimActions).retryNow();
    expect(await done).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('is not retried after the status shows it done', async () => {
    const { claimActions, requests, clock, claim } = setupActions('waiting', ['lost']);
    const done = claimActions.confirmPayment();
    await waitUntil(() => claimActions.actionState.value?.state === 'waiting');
    claim.status = 'claimed';
    await clock.advance(2_000);
    expect(await done).toBe(true);
    expect(requests).toHaveLength(1);
  });

  it('is sent once when triggered twice', async () => {
    const { claimActions, requests } = setupActions('waiting');
    const both = await Promise.all([claimActions.confirmPayment(), claimActions.confirmPayment()]);
    expect(both).toEqual([true, false]);
    expect(requests).toHaveLength(1);
  });

  it('reports the refusal code and can be sent again', async () => {
    const refusal = { status: 409, body: { code: 'transition_forbidden', detail: '' } };
    const { claimActions, errors, refetched } = setupActions('waiting', [refusal]);
    expect(await claimActions.confirmPayment()).toBe(false);
    expect(claimActions.actionState.value).toEqual({
      action: 'confirm',
      state: 'refused',
      code: 'transition_forbidden',
      fields: {},
    });
    expect([errors, refetched()]).toEqual([['transition_forbidden'], 1]);
    expect(await claimActions.confirmPayment()).toBe(true);
  });

  it('reports the invalid refund field', async () => {
    const body = { 'requisites.refund': ['…'], codes: { 'requisites.refund': 'checksum' } };
    const { claimActions, requests } = setupActions('hold', [{ status: 400, body }]);
    expect(await claimActions.requestRefund({ refund: 'T…' })).toBe(false);
    expect(requests[0]?.body).toBe('{"requisites":{"refund":"T…"}}');
    expect(claimActions.actionState.value).toMatchObject({
      state: 'refused',
      fields: { refund: 'checksum' },
    });
    claimActions.dismissError();
    expect(claimActions.actionState.value).toBeNull();
  });

  it('is cancelled when another claim is opened', async () => {
    const { claimActions, requests, clock } = setupActions('waiting', ['lost']);
    const done = claimActions.confirmPayment();
    await waitUntil(() => claimActions.actionState.value?.state === 'waiting');
    (claimActions as InternalClaimActions).reset();
    expect(await done).toBe(false);
    await clock.advance(60_000);
    expect([requests.length, claimActions.actionState.value]).toEqual([1, null]);
  });
});

describe('a receipt', () => {
  const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

  it('reports upload progress and leaves the list when uploaded', async () => {
    const { claimActions, requests, refetched, setTransport, clock } = setupActions('waiting');
    let finish: (response: Response) => void = () => undefined;
    setTransport((_, __, progress) => {
      progress(0.25);
      return new Promise<Response>(resolve => (finish = resolve));
    });
    claimActions.uploadReceipt(file('чек.pdf', 'application/pdf'));
    await flushTasks();
    expect(claimActions.uploads.value).toEqual([
      { key: 'receipt-1', name: 'чек.pdf', size: 10, state: 'sending', progress: 0.25 },
    ]);
    finish(Response.json({}));
    await clock.advance(0);
    expect([claimActions.uploads.value, refetched(), requests.length]).toEqual([[], 1, 0]);
  });

  it.each([
    ['a text file', 'text/plain', 10, 'file_type'],
    ['one byte over 8 MB', 'image/png', 8 * 1024 * 1024 + 1, 'file_size'],
    ['an empty file', 'image/png', 0, 'file_empty'],
  ])('with %s is not sent', async (_, type, size, code) => {
    const { claimActions, requests } = setupActions('waiting');
    claimActions.uploadReceipt(file('x', type, size));
    await flushTasks();
    expect(claimActions.uploads.value).toMatchObject([{ state: 'refused', code }]);
    expect(requests).toEqual([]);
    claimActions.cancelUpload('receipt-1');
    expect(claimActions.uploads.value).toEqual([]);
  });

  it.each([
    [411, { code: 'length_required' }, { code: 'length_required' }],
    [413, { codes: { file: 'file_size' } }, { code: 'file_size' }],
    [429, { code: 'too_many_requests' }, { code: 'too_many_requests', after: 5 }],
  ])('refused with %i shows why', async (status, body, refusal) => {
    const headers = status === 429 ? { 'retry-after': '5' } : {};
    const { claimActions } = setupActions('waiting', [{ status, body, headers }]);
    claimActions.uploadReceipt(file('x.png', 'image/png'));
    await waitUntil(() => claimActions.uploads.value[0]?.state === 'refused');
    expect(claimActions.uploads.value).toMatchObject([refusal]);
  });

  it('waits for Retry-After while the server has too many uploads', async () => {
    const busy = { status: 503, body: { code: 'uploads_busy' }, headers: { 'retry-after': '5' } };
    const { claimActions, requests, clock } = setupActions('waiting', [busy]);
    claimActions.uploadReceipt(file('x.png', 'image/png'));
    await waitUntil(() => claimActions.uploads.value[0]?.state === 'waiting');
    await clock.advance(4_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await waitUntil(() => claimActions.uploads.value.length === 0);
    expect(requests).toHaveLength(2);
  });

  it('shows the code of the server’s refusal', async () => {
    const body = { file: ['…'], codes: { file: 'file_broken' } };
    const { claimActions, errors } = setupActions('waiting', [{ status: 400, body }]);
    claimActions.uploadReceipt(file('x.png', 'image/png'));
    await waitUntil(() => claimActions.uploads.value[0]?.state === 'refused');
    expect(claimActions.uploads.value).toMatchObject([{ code: 'file_broken' }]);
    expect(errors).toEqual(['file_broken']);
  });

  it('retries an upload stuck for 30 s, but not a removed one', async () => {
    const { claimActions, clock, setTransport } = setupActions('waiting');
    let sent = 0;
    setTransport((_, { signal }) => {
      sent++;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('off', 'AbortError')));
      });
    });
    claimActions.uploadReceipt(file('x.png', 'image/png'));
    await clock.advance(29_000);
    expect(claimActions.uploads.value).toMatchObject([{ state: 'sending' }]);
    await clock.advance(1_000);
    expect(claimActions.uploads.value).toMatchObject([{ state: 'waiting' }]);
    await clock.advance(2_000);
    expect([sent, claimActions.uploads.value[0]?.state]).toEqual([2, 'sending']);
    claimActions.cancelUpload('receipt-1');
    await clock.advance(120_000);
    expect([sent, claimActions.uploads.value]).toEqual([2, []]);
  });
});

describe('allowed actions', () => {
  const claim = (status: ClaimStatusCode, allowed: ClaimAction[] | null): ClaimStatus =>
    ({ status, can: allowed, recalculations: [], refundTo: null }) as unknown as ClaimStatus;

  it('come from the server’s list', () => {
    expect(getAllowedActions(claim('waiting', ['cancel']))).toEqual(['cancel']);
    expect(getAllowedActions(claim('waiting', []))).toEqual([]);
  });

  it('of a claim that was repriced before its payment are the decision alone', () => {
    const facts = { isRepricedUnpaid: true, isRefundDestinationKnown: false };
    expect(getStatusActions('hold', { ...facts, isRecalculationOffered: true })).toEqual([
      'accept',
      'cancel',
    ]);
    expect(getStatusActions('hold', { ...facts, isRecalculationOffered: false })).toEqual(['cancel']);
  });

  it.each(CLAIM_STATUSES)('come from the status table if the server sends none: %s', status => {
    expect(getAllowedActions(claim(status, null))).toEqual(
      getStatusActions(status, {
        isRecalculationOffered: false,
        isRefundDestinationKnown: false,
      }),
    );
  });
});
