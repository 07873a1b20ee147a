import { callInPage } from '../browser/browserTab.ts';
import type { BrowserTab } from '../browser/browserTab.ts';
import type { DelayingProxy } from '../browser/delayingProxy.ts';
import { createVisitor } from '../browser/visitor.ts';
import type { Visitor } from '../browser/visitor.ts';
import { pollUntil } from '../browser/pollUntil.ts';

/** The files that wait for `release`: all of React. */
export const REACT_CHUNK = /\/react\.js/;

export type AmountName = 'fromSumma' | 'toSumma';

/** A field of a sum, `same` while it is the very node that was there before React. */
export interface AmountFieldState {
  text: string;
  start: number | null;
  end: number | null;
  direction: string | null;
  focused: boolean;
  same: boolean;
}

/** A form that is there while React is not. */
export interface PrerenderedFormPage {
  tab: BrowserTab;
  visitor: Visitor;
  readField: (name: AmountName) => Promise<AmountFieldState>;
  /** Whether the form is React's by now, or has given way to what was asked for before. */
  isHydrated: () => Promise<boolean>;
  /** Lets React come. */
  releaseReact: () => void;
  /** Lets React come, and waits until the form is its own and painted. */
  hydrate: () => Promise<void>;
  /** Since the form was there: errors of the page, React's own of a form that it could not take over among them. */
  readErrors: () => Promise<string[]>;
  /** Begins to look, in every frame, for parts of the form that are not where they are now. */
  watchLayout: () => Promise<void>;
  /** Since `watch`: the parts that moved, or went. */
  readMovedParts: () => Promise<string[]>;
}

/** What the page notes of itself. */
interface PageNotes {
  wrong: string[];
  moved: string[];
  fields: Element[];
}

/**
 * In the page: whether its fields are wired and its letters there; asked again and again. On a partner's page the form is
 * not there before. As text, because Vite writes another import() than a page knows.
 */
const FORM_READY_SCRIPT = `(() => {
  const script = document.querySelector('script[src$="/first.js"]');
  if (script && window.wired === undefined) {
    window.wired = false;
    import(script.src).then(() => (window.wired = true));
  }
  const wired = script ? window.wired : document.readyState !== 'loading';
  return wired && document.fonts.status === 'loaded';
})()`;

/** In the page, once the form is there: notes its fields, and every error from now on. */
function recordErrors() {
  const root = document.querySelector('exchange-widget')?.shadowRoot;
  const noted: PageNotes = { wrong: [], moved: [], fields: [...(root?.querySelectorAll('input') ?? [])] };
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
function watchParts() {
  const { noted } = window as unknown as { noted: PageNotes };
  const root = document.querySelector('exchange-widget')?.shadowRoot;
  const parts = [...(root?.querySelectorAll('.exchange, .exchange *') ?? [])];
  const measureBox = (part: Element) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  };
  // The time to the next course begins to run: it is the one thing that changes by itself.
  const stableParts = parts
    .filter(part => !part.closest('.countdown, .progress'))
    .map(part => ({ part, at: measureBox(part) }));
  const checkFrame = () => {
    for (const { part, at } of stableParts) {
      const now = measureBox(part);
      if (part.isConnected && now.every((value, n) => Math.abs(value - (at[n] ?? 0)) < 0.5)) continue;
      const text = `${part.localName}.${part.className} ${at} → ${part.isConnected ? now : 'gone'}`;
      if (!noted.moved.includes(text)) noted.moved.push(text);
    }
    requestAnimationFrame(checkFrame);
  };
  checkFrame();
}

/** Opens `address`, whose React `held` keeps back, and waits for the form that comes before it, its fields wired. */
export async function openPrerenderedForm(
  tab: BrowserTab,
  proxy: DelayingProxy,
  address: string,
): Promise<PrerenderedFormPage> {
  await tab.goTo(address);
  const visitor = createVisitor(tab);
  await visitor.waitForText('[name=fromSumma]', /\d/);
  await pollUntil(
    'the fields are wired',
    () => tab.evaluate(FORM_READY_SCRIPT),
    found => found === true,
  );
  await callInPage(tab, recordErrors);
  const noted = () =>
    callInPage(tab, () => {
      const { wrong, moved } = (window as unknown as { noted: PageNotes }).noted;
      return { wrong, moved };
    });
  const isHydrated = () =>
    callInPage(tab, () => {
      const root = document.querySelector('exchange-widget')?.shadowRoot;
      const fields = [...(root?.querySelectorAll('[name=fromSumma]') ?? [])];
      // React keeps its props on the node.
      const ours = fields.every(node => Object.keys(node).some(key => key.startsWith('__reactProps')));
      return ours && customElements.get('exchange-widget') !== undefined;
    });
  return {
    tab,
    visitor,
    isHydrated,
    releaseReact: proxy.release,
    async hydrate() {
      proxy.release();
      await pollUntil('the form is React’s', isHydrated, found => found);
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
          const { fields } = (window as unknown as { noted: PageNotes }).noted;
          const [focused, same] = [root.activeElement === found, fields.includes(found)];
          return { text, start, end, direction: found.selectionDirection, focused, same };
        },
        name,
      ),
    readErrors: async () => (await noted()).wrong,
    watchLayout: () => callInPage(tab, watchParts),
    readMovedParts: async () => (await noted()).moved,
  };
}
