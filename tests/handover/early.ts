import { call } from '../engines/driver.ts';
import type { Tab } from '../engines/driver.ts';
import type { Held } from '../engines/hold.ts';
import { person } from '../engines/person.ts';
import type { Person } from '../engines/person.ts';
import { until } from '../engines/until.ts';

/** The files that wait for `release`: all of React. */
export const REACT = /\/react\.js/;

export type Name = 'fromSumma' | 'toSumma';

/** A field of a sum, `same` while it is the very node that was there before React. */
export interface Field {
  text: string;
  start: number | null;
  end: number | null;
  direction: string | null;
  focused: boolean;
  same: boolean;
}

/** A form that is there while React is not. */
export interface Early {
  tab: Tab;
  visitor: Person;
  field: (name: Name) => Promise<Field>;
  /** Whether the form is React's by now, or has given way to what was asked for before. */
  taken: () => Promise<boolean>;
  /** Lets React come. */
  open: () => void;
  /** Lets React come, and waits until the form is its own and painted. */
  release: () => Promise<void>;
  /** Since the form was there: errors of the page, React's own of a form that it could not take over among them. */
  wrong: () => Promise<string[]>;
  /** Begins to look, in every frame, for parts of the form that are not where they are now. */
  watch: () => Promise<void>;
  /** Since `watch`: the parts that moved, or went. */
  moved: () => Promise<string[]>;
}

/** What the page notes of itself. */
interface Noted {
  wrong: string[];
  moved: string[];
  fields: Element[];
}

/**
 * In the page: whether its fields are wired and its letters there; asked again and again. On a partner's page the form is
 * not there before. As text, because Vite writes another import() than a page knows.
 */
const READY = `(() => {
  const script = document.querySelector('script[src$="/first.js"]');
  if (script && window.wired === undefined) {
    window.wired = false;
    import(script.src).then(() => (window.wired = true));
  }
  const wired = script ? window.wired : document.readyState !== 'loading';
  return wired && document.fonts.status === 'loaded';
})()`;

/** In the page, once the form is there: notes its fields, and every error from now on. */
function note() {
  const root = document.querySelector('exchange-widget')?.shadowRoot;
  const noted: Noted = { wrong: [], moved: [], fields: [...(root?.querySelectorAll('input') ?? [])] };
  Object.assign(window, { noted });
  addEventListener('error', ({ message }) => noted.wrong.push(message));
  addEventListener('unhandledrejection', ({ reason }) => noted.wrong.push(String(reason)));
  const { error } = console;
  console.error = (...said: unknown[]) => {
    noted.wrong.push(said.map(String).join(' '));
    error.apply(console, said);
  };
}

/** In the page: compares the boxes of the form's parts in every frame with what they are now. */
function compare() {
  const { noted } = window as unknown as { noted: Noted };
  const root = document.querySelector('exchange-widget')?.shadowRoot;
  const parts = [...(root?.querySelectorAll('.exchange, .exchange *') ?? [])];
  const place = (one: Element) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  };
  // The time to the next course begins to run: it is the one thing that changes by itself.
  const still = parts.filter(one => !one.closest('.until, .bar')).map(one => ({ one, at: place(one) }));
  const look = () => {
    for (const { one, at } of still) {
      const now = place(one);
      if (one.isConnected && now.every((value, n) => Math.abs(value - (at[n] ?? 0)) < 0.5)) continue;
      const text = `${one.localName}.${one.className} ${at} → ${one.isConnected ? now : 'gone'}`;
      if (!noted.moved.includes(text)) noted.moved.push(text);
    }
    requestAnimationFrame(look);
  };
  look();
}

/** Opens `address`, whose React `held` keeps back, and waits for the form that comes before it, its fields wired. */
export async function early(tab: Tab, held: Held, address: string): Promise<Early> {
  await tab.go(address);
  const visitor = person(tab);
  await visitor.sees('[name=fromSumma]', /\d/);
  await until(
    'the fields are wired',
    () => tab.evaluate(READY),
    found => found === true,
  );
  await call(tab, note);
  const noted = () =>
    call(tab, () => {
      const { wrong, moved } = (window as unknown as { noted: Noted }).noted;
      return { wrong, moved };
    });
  const taken = () =>
    call(tab, () => {
      const root = document.querySelector('exchange-widget')?.shadowRoot;
      const fields = [...(root?.querySelectorAll('[name=fromSumma]') ?? [])];
      // React keeps its props on the node.
      const ours = fields.every(node => Object.keys(node).some(key => key.startsWith('__reactProps')));
      return ours && customElements.get('exchange-widget') !== undefined;
    });
  return {
    tab,
    visitor,
    taken,
    open: held.release,
    async release() {
      held.release();
      await until('the form is React’s', taken, found => found);
      await call(tab, () => new Promise<void>(done => requestAnimationFrame(() => setTimeout(done))));
    },
    field: name =>
      call(
        tab,
        name => {
          const root = document.querySelector('exchange-widget')?.shadowRoot;
          const found = root?.querySelector<HTMLInputElement>(`[name=${name}]`);
          if (!root || !found) throw new Error('no field');
          const { value: text, selectionStart: start, selectionEnd: end } = found;
          const { fields } = (window as unknown as { noted: Noted }).noted;
          const [focused, same] = [root.activeElement === found, fields.includes(found)];
          return { text, start, end, direction: found.selectionDirection, focused, same };
        },
        name,
      ),
    wrong: async () => (await noted()).wrong,
    watch: () => call(tab, compare),
    moved: async () => (await noted()).moved,
  };
}
