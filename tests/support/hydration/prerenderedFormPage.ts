import { callInPage } from '../browser/browserTab.ts';
import type { BrowserTab } from '../browser/browserTab.ts';
import type { DelayingProxy } from '../browser/delayingProxy.ts';
import { createVisitor } from '../browser/visitor.ts';
import type { Visitor } from '../browser/visitor.ts';
import { isRootHydrated } from '../browser/isRootHydrated.ts';
import { pollUntil } from '../browser/pollUntil.ts';

/** Files that wait for `release`: the React chunk. */
export const REACT_CHUNK = /\/react\.js/;

export type AmountName = 'fromSumma' | 'toSumma';

/** State of an amount field. `same` is true while it is the prerendered node. */
export interface AmountFieldState {
  text: string;
  start: number | null;
  end: number | null;
  direction: string | null;
  focused: boolean;
  same: boolean;
}

/** A prerendered form whose React is delayed. */
export interface PrerenderedFormPage {
  tab: BrowserTab;
  visitor: Visitor;
  readField: (name: AmountName) => Promise<AmountFieldState>;
  /** Whether React has committed the form. */
  isHydrated: () => Promise<boolean>;
  /** Releases the React chunk. */
  releaseReact: () => void;
  /** Releases React and waits until the form is hydrated and painted. */
  hydrate: () => Promise<void>;
  /** Errors since the form was prerendered, including React's recoverable hydration errors. */
  readErrors: () => Promise<string[]>;
  /** Starts to compare the position of the form's parts in every frame. */
  watchLayout: () => Promise<void>;
  /** Parts that moved or disappeared since `watchLayout`. */
  readMovedParts: () => Promise<string[]>;
}

/** State recorded in the page. */
interface PageRecords {
  errors: string[];
  movedParts: string[];
  fields: Element[];
}

/** Runs in the page: whether the form's input is captured and the fonts are loaded. */
const FORM_READY_SCRIPT = `(() => {
  const form = document.querySelector('exchange-widget')?.[Symbol.for('exchange-widget.prerenderedForm')];
  // Firefox's \`document.fonts.status\` is "loading" until DOMContentLoaded, which waits for React.
  return form !== undefined && [...document.fonts].every(face => face.status !== 'loading');
})()`;

/** Runs in the page when the form exists. Records its fields and all later errors. */
function recordErrors() {
  const root = document.querySelector('exchange-widget')?.shadowRoot;
  const records: PageRecords = {
    errors: [],
    movedParts: [],
    fields: [...(root?.querySelectorAll('input') ?? [])],
  };
  Object.assign(window, { records });
  addEventListener('error', ({ message }) => records.errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => records.errors.push(String(reason)));
  const { error } = console;
  console.error = (...messages: unknown[]) => {
    records.errors.push(messages.map(String).join(' '));
    error.apply(console, messages);
  };
}

/** Runs in the page. Compares the boxes of the form's parts with their current ones in every frame. */
function watchParts() {
  const { records } = window as unknown as { records: PageRecords };
  const root = document.querySelector('exchange-widget')?.shadowRoot;
  const parts = [...(root?.querySelectorAll('.exchange, .exchange *') ?? [])];
  const measureBox = (part: Element) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  };
  // The countdown starts to run. Only it changes without input.
  const stableParts = parts
    .filter(part => !part.closest('.countdown, .progress'))
    .map(part => ({ part, at: measureBox(part) }));
  const checkFrame = () => {
    for (const { part, at } of stableParts) {
      const now = measureBox(part);
      if (part.isConnected && now.every((value, n) => Math.abs(value - (at[n] ?? 0)) < 0.5)) continue;
      const text = `${part.localName}.${part.className} ${at} → ${part.isConnected ? now : 'gone'}`;
      if (!records.movedParts.includes(text)) records.movedParts.push(text);
    }
    requestAnimationFrame(checkFrame);
  };
  checkFrame();
}

/** Opens `address` and waits until the prerendered form has its listeners. `proxy` delays React. */
export async function openPrerenderedForm(
  tab: BrowserTab,
  proxy: DelayingProxy,
  address: string,
): Promise<PrerenderedFormPage> {
  await tab.goTo(address);
  const visitor = createVisitor(tab);
  await visitor.waitForText('[name=fromSumma]', /\d/);
  await pollUntil(
    'the fields have listeners',
    () => tab.evaluate(FORM_READY_SCRIPT),
    found => found === true,
  );
  await callInPage(tab, recordErrors);
  const readRecords = () =>
    callInPage(tab, () => {
      const { errors, movedParts } = (window as unknown as { records: PageRecords }).records;
      return { errors, movedParts };
    });
  const isHydrated = () => callInPage(tab, isRootHydrated, '.exchange', 'exchange-widget');
  return {
    tab,
    visitor,
    isHydrated,
    releaseReact: proxy.release,
    async hydrate() {
      proxy.release();
      await pollUntil('React has hydrated the form', isHydrated, found => found);
      await callInPage(tab, () => new Promise<void>(done => requestAnimationFrame(() => setTimeout(done))));
    },
    readField: name =>
      callInPage(
        tab,
        name => {
          const root = document.querySelector('exchange-widget')?.shadowRoot;
          const found = root?.querySelector<HTMLInputElement>(`[name=${name}]`);
          if (!root || !found) throw new Error('no field');
          const { value: text, selectionStart: start, selectionEnd: end } = found;
          const { fields } = (window as unknown as { records: PageRecords }).records;
          const [focused, same] = [root.activeElement === found, fields.includes(found)];
          return { text, start, end, direction: found.selectionDirection, focused, same };
        },
        name,
      ),
    readErrors: async () => (await readRecords()).errors,
    watchLayout: () => callInPage(tab, watchParts),
    readMovedParts: async () => (await readRecords()).movedParts,
  };
}
