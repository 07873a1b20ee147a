import { batch, computed, effect } from '@preact/signals-core';
import * as amount from './amount.ts';
import * as drafts from './draft.ts';
import * as figures from './figures.ts';
import * as heartbeats from './heartbeat.ts';
import * as loading from './loading.ts';
import * as memories from './memory.ts';
import type { Exchange, ExchangeOptions, Log, Source, Typed, Wish } from './model.ts';
import * as requests from './requests.ts';
import type { Wanted } from './requests.ts';
import * as states from './state.ts';
import type { Pending } from './state.ts';
import * as typings from './typing.ts';

const silent: Log = () => undefined;

/** A course that the page brought along may be this old, milliseconds, before a fresh one is asked for. */
const YOUNG = 20_000;

/** What to load first: what the person picked in this tab, else URL before attributes, field by field. */
function firstWanted(options: ExchangeOptions, form: memories.Form | null): Wanted {
  const { url = {}, attribute = {} } = options.wanted ?? {};
  const text = url.amount ?? attribute.amount;
  const named = text === undefined ? null : typings.given(text);
  const typed: Typed | null = form?.typed ? { ...form.typed, editing: false } : named;
  if (form?.picked)
    return { wish: { ...form.picked, city: form.picked.city ?? undefined }, source: 'user', typed };
  const wish = {
    from: url.from ?? attribute.from,
    to: url.to ?? attribute.to,
    city: url.city ?? attribute.city,
  };
  const source = url.from || url.to ? 'url' : wish.from || wish.to ? 'attribute' : 'default';
  return { wish, source, typed };
}

/** The model of one form; it begins to load at once. The one who made it disposes it. */
export function create(options: ExchangeOptions): Exchange {
  const { api, log = silent } = options;
  const state = states.create();
  const terms = states.terms(state);
  const memory = memories.create(options);
  const wantedKey = JSON.stringify(options.wanted ?? {});
  const kept = memory.form();
  const form = kept?.wanted === wantedKey ? kept : null;
  const typing = typings.create(() => terms.all.peek(), null);
  state.chosen.value = form?.chosen ?? null;
  let picked = form?.picked != null;
  let shown = options.visible ?? true;
  let held = options.held ?? false;
  let busy = false;
  let old = false;
  let waiting: { wish: Wish; source: 'attribute' | 'url' } | null = null;
  let told = '';
  let touched = kept !== null;

  const draft = drafts.create({
    current: state.current,
    verification: computed(() => terms.type.value === 'verification'),
    first: kept?.draft ?? null,
    async ask(promocode) {
      const refused = await asked.price(promocode);
      if (refused === null) beat.reset();
      return refused;
    },
  });
  const asked = requests.create({
    options,
    log,
    state,
    typing,
    memory,
    promocode: () => draft.state.peek().promocode,
    promocodeRefused: draft.promocodeRefused,
    changed: tell,
  });
  const beat = heartbeats.create(api.clock, shown && !held, asked.beat);
  const view = states.view(state, terms, typing, beat);

  function wire() {
    const [sums, pair] = [view.sums.peek(), view.pair.peek()];
    if (!sums || !pair) return null;
    const places = view.decimals.peek();
    return {
      fromSumma: amount.toText(sums.from, places.from),
      toSumma: amount.toText(sums.to, places.to),
      course: figures.courseText(pair, view.courseType.peek()),
    };
  }

  function tell(source: Source) {
    const [sums, from, to] = [wire(), view.from.peek(), view.to.peek()];
    if (!sums || !from || !to) return;
    const change = { from: from.code, to: to.code, ...sums };
    const key = JSON.stringify(change);
    if (key === told) return;
    told = key;
    options.onChange?.({ ...change, source });
  }

  async function go(pending: Pending) {
    picked = true;
    touched = true;
    if (asked.loaded()) state.pending.value = pending;
    else {
      const { from, to, city, typed } = pending;
      const wish = { from: from.code, to: to?.code, city: city ?? undefined };
      asked.want({ wish, source: 'user', ...(typed === undefined ? {} : { typed }) });
    }
    await beat.restart();
  }

  const empty = draft.state.peek();
  const keep = effect(() => {
    const [typed, current] = [typing.typed.value, state.current.value];
    // A snapshot on screen is not what the person picked.
    const pair =
      current && asked.loaded()
        ? { from: current.from.code, to: current.to.code, city: current.city }
        : form?.picked;
    const [chosen, filled] = [state.chosen.value, draft.state.value];
    touched ||= filled !== empty;
    // A form that nobody touched leaves no trace.
    if (touched)
      memory.keepForm({ wanted: wantedKey, picked: (picked && pair) || null, typed, chosen, draft: filled });
  });

  function begin() {
    const wanted = firstWanted(options, form);
    const brought = options.initial && !form?.picked ? loading.embedded(options.initial) : null;
    asked.want(wanted);
    if (!brought) return void beat.now();
    asked.take(brought);
    const { now } = brought.current.pair;
    old = now !== null && Math.abs(Date.parse(now) - api.clock.now()) > YOUNG;
    if (old && !held) void beat.now();
    else beat.reset();
  }
  begin();

  function sum(typed: Typed, source: Source) {
    batch(() => {
      typing.set(typed);
      typing.snap();
    });
    tell(source);
  }

  async function want(wish: Wish, source: 'attribute' | 'url') {
    if (held || busy) {
      waiting = { wish: { ...waiting?.wish, ...wish }, source };
      return;
    }
    const typed = wish.amount === undefined ? undefined : typings.given(wish.amount);
    const { from, to, city } = wish;
    if (from === undefined && to === undefined && city === undefined) {
      if (typed && asked.loaded()) sum(typed, source);
      else if (typed) asked.want({ wish: asked.waiting() ?? {}, source, typed });
      return;
    }
    picked = false;
    const now = state.current.peek();
    // What is not wished anew stays as it is.
    const base = asked.waiting() ?? (now && { from: now.from.code, to: now.to.code }) ?? {};
    const whole = { from: from ?? base.from, to: to ?? base.to, city: city ?? base.city };
    asked.want({ wish: whole, source, ...(typed === undefined ? {} : { typed }) });
    await beat.restart();
  }

  return {
    ...view,
    phase: state.phase,
    link: state.link,
    trouble: state.trouble,
    settings: state.settings,
    directions: state.directions,
    pending: state.pending,
    replaced: state.replaced,
    draft,
    get refferal() {
      return options.refferal?.() ?? null;
    },
    type(side, text) {
      touched = true;
      typing.type(side, text);
      tell('user');
    },
    settle() {
      const readable = typing.snap();
      tell('user');
      return readable;
    },
    put(side, limit) {
      touched = true;
      typing.put(side, limit);
      tell('user');
    },
    chooseType(type) {
      touched = true;
      batch(() => {
        state.chosen.value = type;
        typing.snap();
      });
      tell('user');
    },
    async choose(side, id, city) {
      const current = state.current.peek();
      const item = view.items.peek().find(one => one.id === id);
      if (!current || !item) return;
      const base = state.pending.peek() ?? current;
      const from = side === 'from' ? item : base.from;
      const to = side === 'to' ? item : base.to;
      await go({ from, to, city: city ?? base.city, source: 'user' });
    },
    chooseCity(code) {
      const current = state.current.peek();
      if (!current) return;
      picked = true;
      touched = true;
      state.current.value = { ...current, city: code };
    },
    async swap() {
      const current = state.current.peek();
      if (!current || !view.swappable.peek()) return;
      const { from, to, city } = current;
      await go({ from: to, to: from, city, source: 'user', typed: typings.turned(typing.typed.peek()) });
    },
    want,
    dismissReplaced() {
      state.replaced.value = [];
    },
    refresh: () => beat.now(),
    retry() {
      state.link.value = 'refreshing';
      if (state.phase.peek().phase === 'failed') state.phase.value = { phase: 'loading' };
      void beat.restart();
    },
    visible(value) {
      if (!value) memory.flush();
      shown = value;
      beat.visible(shown && !held);
    },
    wake() {
      if (shown && !held) void beat.now();
    },
    hold(value, filling = value) {
      // A step further in the claim: what was filled in is kept with it.
      memory.flush();
      held = value;
      busy = filling;
      beat.visible(shown && !held);
      if (!held && old) void beat.now();
      old &&= held;
      const next = waiting;
      waiting = null;
      if (!held && next) void want(next.wish, next.source);
    },
    wire,
    dispose() {
      keep();
      memory.flush();
      beat.dispose();
      asked.abort();
    },
  };
}
