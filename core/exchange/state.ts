import { computed, signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import type { Direction, Replaced, Settings } from '../contract/calculator.ts';
import { choices, swappable } from './choices.ts';
import { courseType } from './course.ts';
import type { CourseType, SideName } from './course.ts';
import * as figures from './figures.ts';
import type { Current } from './figures.ts';
import * as hints from './hint.ts';
import type { Heartbeat } from './heartbeat.ts';
import { items } from './loading.ts';
import type { Target } from './loading.ts';
import type { Hint, Link, Phase, Source, Typed } from './model.ts';
import * as counted from './sums.ts';
import type { Terms } from './sums.ts';
import type { Typing } from './typing.ts';

/** A pair on its way, and what to do when it is here. */
export interface Pending extends Target {
  source: Source;
  /** The sum to have then; left out: the one typed before. */
  typed?: Typed | null;
}

/** What happened so far: what the person did and what the server answered. All else is computed from it. */
export interface State {
  phase: Signal<Phase>;
  link: Signal<Link>;
  trouble: Signal<{ code: string; after: number | null } | null>;
  settings: Signal<Settings | null>;
  directions: Signal<readonly Direction[]>;
  current: Signal<Current | null>;
  /** When the course came, milliseconds by this device's clock. */
  received: Signal<number>;
  pending: Signal<Pending | null>;
  replaced: Signal<readonly Replaced[]>;
  chosen: Signal<CourseType | null>;
}

/** The state before anything was asked. */
export function create(): State {
  return {
    phase: signal<Phase>({ phase: 'loading' }),
    link: signal<Link>('refreshing'),
    trouble: signal(null),
    settings: signal(null),
    directions: signal([]),
    current: signal(null),
    received: signal(0),
    pending: signal(null),
    replaced: signal([]),
    chosen: signal(null),
  };
}

/** Without an `expiresAt` a course is taken for good as long as servers accept an amount made with it. */
const HONOURED = 60_000;

/** The course type that holds, and the terms that follow from it. */
export function terms({ current, settings, chosen }: State) {
  const type = computed(() => {
    const has = current.value?.pair.verificationCourse != null;
    return courseType(chosen.value, has, settings.value?.verificationFirst ?? false);
  });
  const all = computed<Terms | null>(() => {
    const [known, mode] = [current.value, type.value];
    return known && figures.terms(known.pair, mode);
  });
  return { type, all };
}

const usual = { from: 2, to: 2 };

/** All that a form shows, computed from what happened. */
export function view(state: State, { type, all }: ReturnType<typeof terms>, typing: Typing, beat: Heartbeat) {
  const { current, received } = state;
  const { typed } = typing;
  const pair = computed(() => current.value?.pair ?? null);
  const limits = computed(() => all.value?.limits ?? null);
  const decimals = computed(() => (pair.value ? figures.decimals(pair.value) : usual));
  const sums = computed(() => all.value && counted.of(typed.value, all.value));
  const expiresAt = computed(() => {
    const [known, at] = [pair.value, received.value];
    if (!known || known.expiresAt === null) return null;
    // By the server's clock where it tells the time: this device's may be wrong.
    return at + Date.parse(known.expiresAt) - (known.now === null ? at : Date.parse(known.now));
  });
  const text = (side: SideName) =>
    computed(() => {
      if (typed.value?.side === side) return typed.value.text;
      return sums.value ? figures.shown(sums.value[side], decimals.value[side]) : '';
    });
  const reserve = computed(() => pair.value && figures.reserve(pair.value));
  const hint = (side: SideName) => {
    let last: Hint = { kind: 'none' };
    let said = '';
    return computed(() => {
      const now = hints.of(side, {
        typed: typed.value,
        sums: sums.value,
        limits: limits.value,
        decimals: decimals.value,
        reserve: reserve.value,
      });
      // The one before where it says the same: a keystroke must not draw it anew.
      const says = JSON.stringify(now);
      if (says !== said) [last, said] = [now, says];
      return last;
    });
  };
  return {
    items: computed(() => items(state.directions.value)),
    from: computed(() => current.value?.from ?? null),
    to: computed(() => current.value?.to ?? null),
    toIds: computed(() => current.value?.toIds ?? []),
    choices: computed(() => choices(state.directions.value, current.value)),
    pair,
    city: computed(() => current.value && figures.city(current.value)),
    closed: computed(() => pair.value && figures.closed(pair.value, limits.value)),
    courseType: type,
    offers: computed(() => (pair.value ? figures.offers(pair.value) : [])),
    gain: computed(() => pair.value && figures.gain(pair.value, sums.value?.from ?? null)),
    rate: computed(() => all.value?.rate ?? null),
    limits,
    decimals,
    expiresAt,
    expired: computed(() => (expiresAt.value ?? received.value + HONOURED) <= beat.time.value),
    countdown: beat.countdown,
    typed,
    sums,
    text: { from: text('from'), to: text('to') },
    hint: { from: hint('from'), to: hint('to') },
    swappable: computed(() => current.value !== null && swappable(state.directions.value, current.value)),
  };
}
