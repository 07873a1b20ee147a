import { batch } from '@preact/signals-core';
import * as calculator from '../api/calculator.ts';
import { ApiError, code as codeOf } from '../api/error.ts';
import type { Course, Pair, Settings } from '../contract/calculator.ts';
import type { Beat } from './heartbeat.ts';
import * as loading from './loading.ts';
import type { Loaded } from './loading.ts';
import type { Memory } from './memory.ts';
import type { ExchangeOptions, Log, Source, Typed, Wish } from './model.ts';
import type { State } from './state.ts';
import type { Typing } from './typing.ts';

/** What the requests of a form need of it. */
export interface RequestsOptions {
  options: ExchangeOptions;
  log: Log;
  state: State;
  typing: Typing;
  memory: Memory;
  /** The promocode that counts, "" without. */
  promocode(): string;
  promocodeRefused(code: string): void;
  changed(source: Source): void;
}

/** The wish to load, where it came from and the sum it names. */
export interface Wanted {
  wish: Wish;
  source: Source;
  typed?: Typed | null;
}

/** The requests of a form, one at a time: what is wanted most, and answers nobody wants any more are dropped. */
export interface Requests {
  /** Loads the wish, else goes to the pending pair, else asks for the course. */
  beat(): Promise<Beat>;
  /** The next beat loads this. */
  want(wanted: Wanted): void;
  /** What is still to be loaded; null when the last wish was answered. */
  waiting(): Wish | null;
  /** Whether the wish was answered; a snapshot on screen does not count. */
  loaded(): boolean;
  /** Takes an answer that the page brought along. */
  take(loaded: Loaded): void;
  /** Asks for the pair with another promocode; a code when refused. */
  price(promocode: string): Promise<string | null>;
  abort(): void;
}

const unknownSettings: Settings = {
  filters: [],
  contest: null,
  captchaLogin: false,
  verificationFirst: false,
  usePublicId: false,
};

/** A refusal that asking again does not change. */
function definite(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.kind === 'http' &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}

/** The promocode's code when that is what a 400 is about. */
function promocodeCode(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  return 'promocode' in error.fields ? (error.codes.promocode ?? 'promocode_invalid') : null;
}

/** The pair with a fresh course, and the limits that came with it. */
function priced(pair: Pair, { from, to, ...course }: Course): Pair {
  const structure = {
    from: { ...pair.structure.from, ...from },
    to: { ...pair.structure.to, ...to },
  };
  return { ...pair, ...course, structure };
}

/** The requests of one form. */
export function create(given: RequestsOptions): Requests {
  const { options, log, state, typing, memory } = given;
  const { api } = options;
  let wanted: Wanted | null = null;
  // What was typed when it was wanted.
  let before: Typed | null = null;
  let controller = new AbortController();
  let pricing = new AbortController();

  function settleInto(change: () => void, source: Source, typed?: Typed | null) {
    batch(() => {
      change();
      state.received.value = api.clock.now();
      if (typed !== undefined) typing.set(typed);
      if (source !== 'course' || !typing.typed.peek()?.editing) typing.snap();
    });
    given.changed(source);
  }

  function take(loaded: Loaded) {
    const { source = 'default' } = wanted ?? {};
    // What a person has typed since, into the last known directions, stays.
    const typed = typing.typed.peek() === before ? wanted?.typed : undefined;
    wanted = null;
    settleInto(
      () => {
        state.settings.value = loaded.settings;
        state.directions.value = loaded.directions;
        state.current.value = loaded.current;
        state.replaced.value = loaded.replaced;
        state.phase.value = { phase: 'ready' };
        state.link.value = 'fresh';
      },
      source,
      typed,
    );
    const { settings, directions, current } = loaded;
    const { pair, toIds, from, to, city } = current;
    const known = { ...unknownSettings, ...settings };
    const whole = { ...known, directions: [...directions], toIds: [...toIds], pair, city };
    memory.keepSnapshot({ at: api.clock.now(), settings: { ...whole, from: from.code, to: to.code } });
  }

  async function load({ wish }: Wanted, signal: AbortSignal) {
    const promocode = given.promocode() || undefined;
    const loaded = await loading.load(api, wish, log, { signal, promocode });
    signal.throwIfAborted();
    take(loaded);
    // The pair that came embedded knows nothing of the promocode.
    if (promocode) await course(signal);
  }

  async function move(signal: AbortSignal) {
    const target = state.pending.peek();
    if (!target) return;
    const promocode = given.promocode() || undefined;
    const asking = { signal, promocode };
    const next = await loading.switchTo(api, state.directions.peek(), state.current.peek(), target, asking);
    signal.throwIfAborted();
    const change = () => {
      state.current.value = next;
      state.pending.value = null;
      state.replaced.value = [];
    };
    settleInto(change, target.source, target.typed);
  }

  async function course(signal: AbortSignal) {
    const before = state.current.peek();
    if (!before) return;
    const promocode = given.promocode() || undefined;
    const answer = await calculator.course(api, before.from.id, before.to.id, { signal, promocode });
    signal.throwIfAborted();
    settleInto(() => {
      const now = state.current.peek() ?? before;
      state.current.value = { ...now, pair: priced(before.pair, answer) };
    }, 'course');
  }

  /** The last known directions, so that a form is there while the API is not. */
  function fallBack(code: string) {
    const found = memory.snapshot();
    const whole = found && loading.embedded(found.settings);
    if (!found || !whole) {
      state.phase.value = { phase: 'failed', code };
      return;
    }
    batch(() => {
      state.settings.value = found.settings;
      state.directions.value = whole.directions;
      state.current.value = whole.current;
      state.received.value = found.at;
      state.phase.value = { phase: 'ready' };
    });
  }

  function failed(error: unknown): Beat | 'again' {
    const refused = promocodeCode(error);
    if (refused !== null && given.promocode() !== '') {
      given.promocodeRefused(refused);
      return 'again';
    }
    const code = codeOf(error);
    const first = state.link.peek() !== 'stale';
    if (first || definite(error)) options.onError?.(code);
    if (definite(error) && !wanted && state.pending.peek()) {
      state.pending.value = null;
      return 'again';
    }
    const current = state.current.peek();
    if (definite(error) && !wanted && current) {
      const pair = { ...current.pair, closed: { code, detail: '' } };
      batch(() => {
        state.current.value = { ...current, pair };
        state.link.value = 'fresh';
      });
      return { ok: true };
    }
    const after = error instanceof ApiError ? error.retryAfter : null;
    batch(() => {
      state.link.value = 'stale';
      state.trouble.value = { code, after };
      if (state.phase.peek().phase !== 'ready') fallBack(code);
    });
    return { ok: false, after };
  }

  async function beat(): Promise<Beat> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    if (state.link.peek() !== 'stale') state.link.value = 'refreshing';
    try {
      if (wanted) await load(wanted, signal);
      else if (state.pending.peek()) await move(signal);
      else await course(signal);
      batch(() => {
        state.link.value = 'fresh';
        state.trouble.value = null;
      });
      return { ok: true };
    } catch (error) {
      if (signal.aborted) return null;
      const result = failed(error);
      return result === 'again' ? beat() : result;
    }
  }

  return {
    beat,
    want(next) {
      wanted = next;
      before = typing.typed.peek();
      state.pending.value = null;
    },
    waiting: () => wanted?.wish ?? null,
    loaded: () => wanted === null && state.current.peek() !== null,
    take,
    async price(promocode) {
      const before = state.current.peek();
      pricing.abort();
      if (!before || wanted) return null;
      pricing = new AbortController();
      const { signal } = pricing;
      // A pair on its way is asked for with the promocode anyhow; a course on its way is of the former one.
      if (!state.pending.peek()) controller.abort();
      try {
        const { from, to } = before;
        const pair = await calculator.pair(api, from.id, to.id, {
          signal,
          promocode: promocode || undefined,
        });
        signal.throwIfAborted();
        const now = state.current.peek();
        if (now?.from !== from || now.to !== to) return null;
        controller.abort();
        settleInto(() => (state.current.value = { ...now, pair }), 'user');
        return null;
      } catch (error) {
        return signal.aborted ? null : (promocodeCode(error) ?? codeOf(error));
      }
    },
    abort() {
      controller.abort();
      pricing.abort();
    },
  };
}
