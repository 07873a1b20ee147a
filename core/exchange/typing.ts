import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import * as amount from './amount.ts';
import type { SideName } from './course.ts';
import * as figures from './figures.ts';
import type { Typed } from './model.ts';
import * as sums from './sums.ts';
import type { Terms } from './sums.ts';

/** The one stored fact about sums and what may happen to it. */
export interface Typing {
  readonly typed: ReadonlySignal<Typed | null>;
  /** A keystroke: text stays verbatim; what cannot be read leaves the sum that counted. */
  type(side: SideName, text: string): void;
  /** The text becomes the sum that counts; false and untouched when it cannot be read. */
  snap(): boolean;
  /** A limit of a side, filled in. */
  put(side: SideName, limit: 'min' | 'max'): void;
  set(typed: Typed | null): void;
}

/** A sum given from outside (URL, attribute) as typed on the send side; null when it cannot be read. */
export function given(text: string): Typed | null {
  const read = amount.read(text);
  return read.ok ? { side: 'from', text, value: read.text, editing: false } : null;
}

/** The same sum on the other side, after a swap. */
export function turned(typed: Typed | null): Typed | null {
  return typed && { ...typed, side: typed.side === 'from' ? 'to' : 'from', editing: false };
}

/** The typing of a form; `terms` are those of the pair on screen, null while there is none. */
export function create(terms: () => Terms | null, first: Typed | null): Typing {
  const typed = signal<Typed | null>(first);

  function fill(side: SideName, units: amount.Units, places: number) {
    const value = amount.toText(units, places);
    const text = figures.shown(units, places);
    const now = typed.peek();
    if (now && now.side === side && now.text === text && now.value === value && !now.editing) return;
    typed.value = { side, text, value, editing: false };
  }

  return {
    typed,
    type(side, text) {
      typed.value = sums.typed(typed.peek(), side, text, terms());
    },
    snap() {
      const now = typed.peek();
      if (!now) return true;
      const read = amount.read(now.text);
      if (!read.ok && read.code === 'number_format') {
        if (now.editing) typed.value = { ...now, editing: false };
        return false;
      }
      const known = terms();
      if (now.value === null) typed.value = null;
      if (!known || now.value === null) return true;
      const { clamped } = sums.of(now, known);
      const { min, max } = known.limits[now.side];
      const places = known.decimals[now.side];
      const own = amount.fromText(now.value, places, 'down');
      fill(now.side, clamped === 'min' ? min : clamped === 'max' ? (max ?? own) : own, places);
      return true;
    },
    put(side, limit) {
      const known = terms();
      const units = known?.limits[side][limit];
      if (known && units != null) fill(side, units, known.decimals[side]);
    },
    set(next) {
      typed.value = next;
    },
  };
}
