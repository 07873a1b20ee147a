import { call } from './driver.ts';
import type { Key, Tab } from './driver.ts';
import { until } from './until.ts';

/** What a person does with the first widget of a page; `css` is looked for inside its shadow root. */
export interface Person {
  /** Text of the first match, spaces as one plain space; for a field what is typed in it. Null when there is none. */
  reads: (css: string) => Promise<string | null>;
  /** Waits until `reads` answers this. */
  sees: (css: string, text: string | RegExp) => Promise<void>;
  /** Presses the first match with the pointer, scrolled into view before, as soon as it is there. */
  clicks: (css: string) => Promise<void>;
  /** Puts this text in place of what is in a field, key by key. */
  types: (css: string, text: string) => Promise<void>;
  presses: (...keys: Key[]) => Promise<void>;
  /** Name of what has the focus in the widget, else its text, else its type; null when nothing has it. */
  focused: () => Promise<string | null>;
}

/** A person at a tab. */
export function person(tab: Tab): Person {
  const reads = (css: string) =>
    call(
      tab,
      css => {
        const found = document.querySelector('exchange-widget')?.shadowRoot?.querySelector(css);
        const text =
          found && 'value' in found && found.localName !== 'button' ? found.value : found?.textContent;
        return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : null;
      },
      css,
    );
  async function clicks(css: string) {
    await until(
      css,
      () => reads(css),
      found => found !== null,
    );
    const { x, y } = await call(
      tab,
      css => {
        const found = document.querySelector('exchange-widget')?.shadowRoot?.querySelector(css);
        found?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = found?.getBoundingClientRect() ?? new DOMRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      },
      css,
    );
    await tab.point(x, y);
  }
  return {
    reads,
    async sees(css, text) {
      const right = (found: string | null) =>
        found !== null && (typeof text === 'string' ? found.includes(text) : text.test(found));
      await until(`${css} (${text} is wanted)`, () => reads(css), right);
    },
    clicks,
    async types(css, text) {
      await clicks(css);
      await tab.press('Control+a', ...text);
    },
    presses: (...keys) => tab.press(...keys),
    focused: () =>
      call(tab, () => {
        const found = document.querySelector('exchange-widget')?.shadowRoot?.activeElement;
        return found ? found.getAttribute('name') || found.textContent || found.getAttribute('type') : null;
      }),
  };
}
