import { effect, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import * as v from 'valibot';
import * as client from '#core/api/client.ts';
import type { Claim, ClaimOptions } from '#core/claim/model.ts';
import * as exchanges from '#core/exchange/exchange.ts';
import type { Exchange, Wish } from '#core/exchange/model.ts';
import { Settings } from '#core/contract/calculator.ts';
import { embedded } from '#core/exchange/loading.ts';
import { whole } from './address.ts';
import { part, rules } from './parts.ts';
import { fetches } from './first/draw.ts';
import { take } from './first/first.ts';
import type { Asked, Early } from './first/first.ts';
import { kept, scope, storage } from './first/kept.ts';
import type { Deeds } from './first/wire.ts';

/** The element's attributes as they are now. */
export type Values = Partial<
  Record<'cur_from' | 'cur_to' | 'amount' | 'city' | 'rid' | 'api' | 'claim', string | undefined>
>;

/** Attribute of a wish → its name in the model. */
const wishes = { cur_from: 'from', cur_to: 'to', amount: 'amount', city: 'city' } as const;

/** Origin of the server: the attribute's, else where this script came from. A wrong one counts as none. */
export function origin(api = ''): string {
  return new URL(whole(api) ? api : import.meta.url).origin;
}

/**
 * The life of one element: its models, the events they send out, and what of the page they must hear. Shared with no
 * other widget. It outlives removal from the page, hidden, so that a returning element is as it was.
 */
export class Life {
  readonly exchange: Exchange;
  /** The claim's model, null until somebody begins to fill in or there is a claim to go on with. */
  readonly claim: ReadonlySignal<Claim | null>;
  readonly #claim = signal<Claim | null>(null);
  readonly #options: ClaimOptions;
  #beginning: Promise<Claim | null> | null = null;
  #shown = true;
  /** Origin of the server; pages of the exchange live there too. */
  readonly base: string;
  /** Whether the widget is on the exchange's own site. */
  readonly home: boolean;
  /** Whether the form is ready-made markup that React has not taken over yet: until then it stays as it is. */
  readonly arriving: ReadonlySignal<boolean>;
  readonly #arriving: Signal<boolean>;
  /** What an element that left the page meanwhile does once its ready-made form is React's. */
  leave: (() => void) | null = null;
  #early: Early | null = null;
  #rid: string | undefined;
  readonly #element: HTMLElement;
  readonly #stop: (() => void)[] = [];
  #listening: AbortController | null = null;

  /** `build` as ready-made markup names the one that it is of. */
  constructor(element: HTMLElement, values: Values, build: string | undefined) {
    this.#element = element;
    this.#rid = values.rid;
    this.base = origin(values.api);
    this.home = this.base === location.origin;
    const address = new URLSearchParams(this.home ? location.search : '');
    const api = client.create({ base: this.home ? '' : this.base, fetch: fetches(element) });
    const found = take(element);
    // A form of another server, where `api` has changed since: nothing of it may stay.
    const early = found?.base === api.base ? found : null;
    if (!early) found?.end();
    const parsed = early && v.safeParse(Settings, early.settings);
    const initial = parsed?.success ? parsed.output : null;
    const held = early?.form === build && initial !== null && embedded(initial) !== null && !values.claim;
    this.arriving = this.#arriving = signal(held);
    const shared = {
      api,
      scope: scope(element),
      local: storage('localStorage'),
      session: storage('sessionStorage'),
      visible: document.visibilityState === 'visible',
      log: (message: string, error?: unknown) => console.error(message, error),
      onError: (code: string) => this.tell('error', { code }),
    };
    this.exchange = exchanges.create({
      ...shared,
      initial,
      held,
      wanted: {
        url: wish(name => address.get(name) ?? undefined),
        attribute: wish(name => (early?.asked ?? values)[name]),
      },
      refferal: () => address.get('ref') ?? address.get('rid') ?? this.#rid ?? null,
      // A form that begins with an answer has changed before anybody has the element.
      onChange: change => queueMicrotask(() => this.tell('change', change)),
    });
    if (held) this.#early = early;
    else if (early) this.#learn(early.end());
    if (early) this.want(values, changedSince(early.asked, values));
    this.claim = this.#claim;
    this.#options = {
      ...shared,
      exchange: this.exchange,
      onClaim: ({ id, status }) => this.tell('claim', { id, status }),
    };
    this.#stop.push(this.#announce());
    if (values.claim) this.#open(values.claim);
    else if (kept(element, api.base)) void this.begin();
  }

  /** The claim's model, once its part is fetched; null when that failed. Goes on with what this tab had begun. */
  begin(): Promise<Claim | null> {
    this.#beginning ??= this.#begin().then(claim => {
      if (!claim) this.#beginning = null;
      return claim;
    });
    return this.#beginning;
  }

  async #begin(opened = false): Promise<Claim | null> {
    await Promise.all([part.load(), rules.load()]);
    const loaded = rules.module.peek() && part.module.peek();
    if (!loaded) return null;
    const claim = await loaded.create({ ...this.#options, visible: this.#shown });
    this.#claim.value = claim;
    if (!opened) void claim.resume();
    return claim;
  }

  /**
   * React has taken the ready-made form over: the model learns what was done in it before, and from now on things change by
   * themselves. Null where the form was React's from the beginning.
   */
  arrive(): Deeds | null {
    const early = this.#early;
    if (!early) return null;
    this.#early = null;
    const deeds = early.end();
    this.#learn(deeds);
    this.exchange.hold(false);
    this.#arriving.value = false;
    // Not while React is at it.
    setTimeout(() => {
      this.leave?.();
      deeds.pressed?.click();
    });
    return deeds;
  }

  #learn({ typed, editing }: Deeds): void {
    if (!typed) return;
    this.exchange.type(typed.side, typed.text);
    if (!editing) this.exchange.settle();
  }

  /** Attributes changed: new wishes, or another claim to open. */
  want(values: Values, changed: readonly string[]): void {
    this.#rid = values.rid;
    const asked = wish(name => (changed.includes(name) ? values[name] : undefined));
    if (Object.keys(asked).length > 0) void this.exchange.want(asked, 'attribute');
    if (changed.includes('claim') && values.claim) this.#open(values.claim);
  }

  /** An event of the element, `exchange-<name>`; bubbles and crosses shadow roots. */
  tell(name: 'ready' | 'change' | 'claim' | 'error', detail?: object): void {
    this.#element.dispatchEvent(
      new CustomEvent(`exchange-${name}`, { detail: detail ?? null, bubbles: true, composed: true }),
    );
  }

  /** The element is on the page. */
  show(): void {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const seen = () => this.#visible(document.visibilityState === 'visible');
    const wake = () => {
      this.exchange.wake();
      this.#claim.peek()?.wake();
    };
    document.addEventListener('visibilitychange', seen, { signal });
    window.addEventListener('online', wake, { signal });
    // Safari may leave a page without making it hidden.
    window.addEventListener('pagehide', () => this.#visible(false), { signal });
    window.addEventListener('pageshow', event => event.persisted && (seen(), wake()), { signal });
    seen();
  }

  /** The element has left the page: nothing is asked for, everything is kept. */
  hide(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#visible(false);
  }

  /** Ends it for good. */
  end(): void {
    this.hide();
    this.#early?.end();
    this.#early = null;
    for (const stop of this.#stop) stop();
    this.#claim.peek()?.dispose();
    this.exchange.dispose();
  }

  #visible(shown: boolean): void {
    this.#shown = shown;
    this.exchange.visible(shown);
    this.#claim.peek()?.visible(shown);
  }

  #open(text: string): void {
    const [id = '', secret] = text.split('#');
    this.#beginning ??= this.#begin(true);
    void this.#beginning.then(claim => claim?.open(id, secret));
  }

  #announce(): () => void {
    let told = false;
    return effect(() => {
      const { phase } = this.exchange.phase.value;
      if (told || phase !== 'ready') return;
      told = true;
      // Not inside the effect: a listener may set an attribute.
      queueMicrotask(() => this.tell('ready'));
    });
  }
}

/** The attributes that are not what they were when a ready-made form was asked for. */
function changedSince(asked: Asked, values: Values): string[] {
  return Object.keys(wishes).filter(name => asked[name as keyof Asked] !== values[name as keyof Asked]);
}

function wish(value: (name: keyof typeof wishes) => string | undefined): Wish {
  const names = Object.keys(wishes) as (keyof typeof wishes)[];
  return Object.fromEntries(names.flatMap(name => (value(name) ? [[wishes[name], value(name)]] : [])));
}
