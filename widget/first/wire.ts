import type { Settings } from '#core/contract/calculator.ts';
import { courseType } from '#core/exchange/course.ts';
import type { SideName } from '#core/exchange/course.ts';
import * as figures from '#core/exchange/figures.ts';
import type { Typed } from '#core/exchange/model.ts';
import * as sums from '#core/exchange/sums.ts';
import { size } from '../form/size.ts';

/** What a person did in a form before React had it. */
export interface Deeds {
  /** The sum typed last; null when nobody typed. */
  typed: Typed | null;
  /** Whether its field still has the focus: a sum that was left counts as settled. */
  editing: boolean;
  /** Whether the form was touched at all. */
  touched: boolean;
  /** The last button or choice pressed: it has not acted yet. */
  pressed: HTMLElement | null;
}

/** What acts only with React: held back until then. Enter in a field presses the form's button, too. */
const ACTS = 'button, [type=radio]';

/**
 * Makes the two sums of a ready-made form answer each other as the model will, and remembers what else is done in it.
 * The returned function lets go of it and tells what was done.
 */
export function wire(place: Element, { pair, verificationFirst }: Settings): () => Deeds {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const field = (side: SideName) => place.querySelector<HTMLInputElement>(`#${side}`);
  const fields = { from: field('from'), to: field('to') };
  const first = { from: fields.from?.defaultValue ?? '', to: fields.to?.defaultValue ?? '' };
  const known = { ...first };
  const type = courseType(null, pair?.verificationCourse != null, verificationFirst);
  const terms = pair ? figures.terms(pair, type) : null;
  let now = sums.typed(null, 'from', first.from, terms);
  let typed = false;
  let touched = false;
  let pressed: HTMLElement | null = null;

  function show(side: SideName, text: string) {
    const input = fields[side];
    if (!input) return;
    known[side] = text;
    // The same text again would cost the field its undo.
    if (input.value !== text) input.value = text;
    const step = size(text);
    if (step) input.dataset.len = step;
    else delete input.dataset.len;
  }

  function enter(side: SideName, text: string) {
    typed = true;
    now = sums.typed(now, side, text, terms);
    show(side, text);
    const other = side === 'from' ? 'to' : 'from';
    if (terms) show(other, figures.shown(sums.of(now, terms)[other], terms.decimals[other]));
  }

  /** What was typed before this ran, or put in by something that tells nobody. */
  function look() {
    for (const side of ['from', 'to'] as const) {
      const text = fields[side]?.value;
      if (text !== undefined && text !== known[side]) enter(side, text);
    }
  }

  place.addEventListener('input', look, options);
  for (const name of ['pointerdown', 'keydown'])
    place.addEventListener(name, () => void (touched = true), options);
  place.addEventListener(
    'click',
    event => {
      const act = (event.target as Element).closest<HTMLElement>(ACTS);
      if (!act) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed = act;
    },
    options,
  );
  look();

  return () => {
    look();
    listening.abort();
    const editing = (place.getRootNode() as ShadowRoot).activeElement === fields[now.side];
    return { typed: typed ? now : null, editing, touched: touched || typed, pressed };
  };
}
