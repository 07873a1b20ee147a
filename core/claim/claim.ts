import { batch, computed, signal } from '@preact/signals-core';
import * as claims from '../api/claim.ts';
import { ApiError, code as codeOf } from '../api/error.ts';
import type { ClaimCreated } from '../contract/claim.ts';
import * as acting from './acts.ts';
import { keyed } from './again.ts';
import * as bodies from './body.ts';
import type { Draft, Offered } from './body.ts';
import * as countdowns from './countdown.ts';
import * as forms from './form.ts';
import * as keeping from './kept.ts';
import type { Job } from './kept.ts';
import { mark } from './mark.ts';
import type { Claim, ClaimOptions, ClaimPhase, OpenClaim, Step } from './model.ts';
import * as proofs from './proof.ts';
import * as refusals from './refusal.ts';
import * as sendings from './sending.ts';
import type { Sending } from './sending.ts';
import { follow } from './follow.ts';
import type { Flow } from './follow.ts';
import type { Watch } from './watch.ts';

/** The model of one claim flow over its form. It begins at the form; `resume()` goes on with what there was. */
export function create(options: ClaimOptions): Claim {
  const { api, exchange, tabId = 'tab', log = () => undefined } = options;
  const random = options.random ?? (() => crypto.randomUUID());
  const kept = keeping.create(options);
  const phase = signal<ClaimPhase>({ phase: 'form' });
  const received = signal(0);
  const cancelling = signal(false);
  const unfinished = signal<readonly OpenClaim[]>(kept.unfinished());
  let shown = options.visible ?? true;
  let watch: Watch | null = null;
  let sending: Sending | null = null;
  let offer: { draft: Draft; now: Offered } | null = null;
  const proof = proofs.create(api);
  let disposed = false;
  // Read before this page view leaves its own marks.
  const left = { job: kept.job(), place: kept.place() };

  const countdown = countdowns.create(api.clock, shown, phase, received, () => void watch?.now());

  const acts = acting.create({
    api,
    upload: options.upload,
    random,
    opened: () => keyed(phase.peek(), kept),
    refetch: async () => void (await watch?.now()),
    onError: code => options.onError?.(code),
  });

  const flow: Flow = { options, kept, phase, received, unfinished };

  function step(next: Step) {
    phase.value = { phase: next };
    if (next === 'confirm') proof.ask();
  }

  const pair = () => `${exchange.from.peek()?.code}/${exchange.to.peek()?.code}`;

  const marking = mark(phase, kept, exchange, pair);

  function fail(error: unknown) {
    const { phase: next, errors } = refusals.failed(error);
    exchange.draft.refuse(errors);
    phase.value = next;
    options.onError?.(next.code);
    // Limits or course are others than the form shows.
    if (next.back === 'form') void exchange.refresh();
  }

  function made({ secret, ...claim }: ClaimCreated) {
    kept.add({ id: claim.id, secret, number: claim.number, createdAt: claim.createdAt });
    kept.keepJob(null);
    batch(() => {
      received.value = api.clock.now();
      unfinished.value = kept.unfinished();
      phase.value = { phase: 'open', claim, requisite: null, connection: 'live' };
    });
    exchange.draft.clear();
    options.onClaim?.({ id: claim.id, status: claim.status });
    watch = follow(flow, claim.id, secret, { claim, requisite: null }, shown);
    void watch.now();
  }

  async function send(job: Job, recaptcha: string | null) {
    const mine = sendings.start(api, job, recaptcha, () => {
      phase.value = { phase: 'sending', unknown: true };
    });
    sending = mine;
    const sent = await mine.result;
    if (sending !== mine || disposed) return;
    sending = null;
    if ('made' in sent) return made(sent.made);
    if ('stopped' in sent) return;
    // 429 and 503 decide nothing about the draft: its key stays good.
    if (!(sent.refused instanceof ApiError) || ![429, 503].includes(sent.refused.status)) kept.keepJob(null);
    const unproven = proofs.refusal(sent.refused);
    if (unproven) return prove(() => submit(job), unproven === 'captcha_failed');
    const changed = refusals.changed(sent.refused);
    if (!changed) return fail(sent.refused);
    const { fromSumma, toSumma, course, quote } = changed;
    propose(job, { fromSumma, toSumma, course, quote });
  }

  /** Shows other terms than those agreed to. */
  function propose({ facts, body, course }: Draft, now: Offered) {
    offer = { draft: { facts, body, course }, now };
    const { fromSumma, toSumma } = body;
    phase.value = { phase: 'changed', was: { fromSumma, toSumma, course }, now };
  }

  /** The captcha first, then `go`; `again` after one that did not count. */
  function prove(go: () => Promise<void>, again = false) {
    proof.before(go);
    phase.value = { phase: 'captcha', again };
  }

  async function submit(draft: Draft) {
    phase.value = { phase: 'sending', unknown: false };
    const before = kept.job();
    // The same person's same decision: an unanswered creation is repeated to the letter, whatever the course did since.
    const again = before !== null && before.tab === tabId && before.facts === draft.facts;
    const job = again ? before : { ...draft, key: random(), tab: tabId };
    kept.keepJob(job);
    await send(job, proof.take());
  }

  const is = (name: ClaimPhase['phase']) => phase.peek().phase === name && !disposed;

  async function fromForm(): Promise<boolean> {
    if (!exchange.settle() || exchange.closed.peek()) return false;
    const fresh = await exchange.refresh();
    if (!is('form') || !fresh || exchange.closed.peek() || !exchange.settle()) return false;
    step('requisites');
    return true;
  }

  async function fromRequisites(): Promise<boolean> {
    const [, refused] = await Promise.all([exchange.refresh(), exchange.draft.check()]);
    if (!is('requisites') || refused.length > 0) return false;
    if (exchange.draft.promocode.peek().state === 'checking') return false;
    step('confirm');
    return true;
  }

  async function make() {
    const shownTerms = bodies.offered(exchange);
    if (!shownTerms || sending) return;
    phase.value = { phase: 'sending', unknown: false };
    const draft = await bodies.build(exchange, shownTerms, options.saveRequisites?.() ?? false);
    if (!is('sending') || !draft) return;
    const before = kept.job();
    const repeated = before?.tab === tabId && before.facts === draft.facts;
    if (repeated || !forms.over(exchange, api.clock.now())) return submit(draft);
    // The quote on screen is over: a fresh one first, and the person's word when it says other sums.
    const fresh = await exchange.refresh();
    if (!is('sending')) return;
    const now = bodies.offered(exchange);
    if (!fresh || !now) {
      const code = exchange.trouble.peek()?.code ?? 'rate_stale';
      phase.value = { phase: 'failed', code, back: 'confirm' };
      options.onError?.(code);
    } else if (bodies.same(shownTerms, now)) {
      await submit({ ...draft, course: now.course, body: { ...draft.body, quote: now.quote } });
    } else propose(draft, now);
  }

  function leave() {
    acts.leave();
    watch?.dispose();
    watch = null;
    sending?.stop();
    sending = null;
    offer = null;
  }

  async function open(id: string, secret: string | null = kept.secret(id)) {
    leave();
    phase.value = { phase: 'opening', id, connection: 'live' };
    watch = follow(flow, id, secret, null, shown);
    await watch.now();
  }

  return {
    api,
    phase,
    timeLeft: countdown.timeLeft,
    cancelling,
    acts,
    unfinished: computed(() => unfinished.value),
    async next() {
      try {
        if (is('form')) return await fromForm();
        return is('requisites') && (await fromRequisites());
      } catch (error) {
        log('A step could not be checked', error);
        options.onError?.('network');
        return false;
      }
    },
    back() {
      const now = phase.peek();
      if (now.phase === 'requisites') step('form');
      else if (now.phase === 'confirm') step('requisites');
      else if (now.phase === 'captcha') step('confirm');
      else if (now.phase === 'failed') step(now.back);
      else if (now.phase === 'changed' || (now.phase === 'sending' && now.unknown)) {
        leave();
        step('confirm');
        // The sums on screen are known to be old.
        if (now.phase === 'changed') void exchange.refresh();
      }
    },
    async create() {
      if (!is('confirm')) return;
      const refused = await exchange.draft.check().catch(() => null);
      if (!is('confirm')) return;
      const [field] = refused ?? [];
      if (refused === null) phase.value = { phase: 'failed', code: 'network', back: 'confirm' };
      else if (field === undefined) await (proof.wanted() ? prove(make) : make());
      else {
        const code = exchange.draft.errors.peek()[field]?.code ?? 'body_invalid';
        phase.value = { phase: 'failed', code, field, back: 'requisites' };
      }
    },
    async prove(token) {
      if (is('captcha')) await proof.give(token);
    },
    async acceptCourse() {
      if (!is('changed') || !offer) return;
      const { draft, now } = offer;
      offer = null;
      const { fromSumma, toSumma, course, quote } = now;
      await submit({ ...draft, course, body: { ...draft.body, fromSumma, toSumma, quote } });
    },
    async cancel() {
      const now = phase.peek();
      if (now.phase !== 'open' || cancelling.peek()) return false;
      cancelling.value = true;
      try {
        await claims.cancel(api, { id: now.claim.id, secret: kept.secret(now.claim.id) });
        return true;
      } catch (error) {
        options.onError?.(codeOf(error));
        return false;
      } finally {
        // Cancelled or not, only the server's answer is final.
        await watch?.now();
        cancelling.value = false;
      }
    },
    open,
    async resume({ latest = false } = {}) {
      const { job, place } = left;
      left.job = null;
      if (job && job.tab === tabId) {
        phase.value = { phase: 'sending', unknown: true };
        void send(job, null);
        return true;
      }
      if (job) kept.keepJob(null);
      const id = place?.claim ?? (latest ? kept.unfinished()[0]?.id : undefined);
      if (id !== undefined) {
        await open(id);
        return true;
      }
      if (!place || place.step === 'form') return false;
      await forms.ready(exchange);
      if (!is('form') || place.pair !== pair()) return false;
      step(place.step);
      return true;
    },
    forget() {
      leave();
      step('form');
    },
    secret() {
      const now = phase.peek();
      return now.phase === 'open' ? kept.secret(now.claim.id) : null;
    },
    wake() {
      sending?.wake();
      acts.wake();
      void watch?.now();
      unfinished.value = kept.unfinished();
    },
    visible(value) {
      shown = value;
      watch?.visible(value);
      countdown.visible(value);
    },
    dispose() {
      disposed = true;
      marking();
      leave();
      countdown.dispose();
    },
  };
}
