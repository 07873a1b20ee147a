import { callInPage } from './browserTab.ts';
import type { Key, BrowserTab } from './browserTab.ts';
import { pollUntil } from './pollUntil.ts';

/** What a person does with the first widget of a page; `css` is looked for inside its shadow root. */
export interface Visitor {
  /** Text of the first match, spaces as one plain space; for a field what is typed in it. Null when there is none. */
  readText: (css: string) => Promise<string | null>;
  /** Waits until `reads` answers this. */
  waitForText: (css: string, text: string | RegExp) => Promise<void>;
  /** Presses the first match with the pointer, scrolled into view before, as soon as it is there. */
  click: (css: string) => Promise<void>;
  /** Puts this text in place of what is in a field, key by key. */
  typeText: (css: string, text: string) => Promise<void>;
  pressKeys: (...keys: Key[]) => Promise<void>;
  /** Name of what has the focus in the widget, else its text, else its type; null when nothing has it. */
  readFocus: () => Promise<string | null>;
}

/** A person at a tab. */
export function createVisitor(tab: BrowserTab): Visitor {
  const readText = (css: string) =>
    callInPage(
      tab,
      css => {
        const found = document.querySelector('exchange-widget')?.shadowRoot?.querySelector(css);
        const text =
          found && 'value' in found && found.localName !== 'button' ? found.value : found?.textContent;
        return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : null;
      },
      css,
    );
  async function click(css: string) {
    await pollUntil(
      css,
      () => readText(css),
      found => found !== null,
    );
    const { x, y } = await callInPage(
      tab,
      css => {
        const found = document.querySelector('exchange-widget')?.shadowRoot?.querySelector(css);
        found?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = found?.getBoundingClientRect() ?? new DOMRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      },
      css,
    );
    await tab.clickAt(x, y);
  }
  return {
    readText,
    async waitForText(css, text) {
      const right = (found: string | null) =>
        found !== null && (typeof text === 'string' ? found.includes(text) : text.test(found));
      await pollUntil(`${css} (${text} is wanted)`, () => readText(css), right);
    },
    click,
    async typeText(css, text) {
      await click(css);
      await tab.pressKeys('Control+a', ...text);
    },
    pressKeys: (...keys) => tab.pressKeys(...keys),
    readFocus: () =>
      callInPage(tab, () => {
        const found = document.querySelector('exchange-widget')?.shadowRoot?.activeElement;
        return found ? found.getAttribute('name') || found.textContent || found.getAttribute('type') : null;
      }),
  };
}
