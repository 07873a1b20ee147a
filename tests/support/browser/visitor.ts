import { callInPage } from './browserTab.ts';
import type { Key, BrowserTab } from './browserTab.ts';
import { pollUntil } from './pollUntil.ts';

/** User actions on the first widget of a page. `css` matches inside its shadow root. */
export interface Visitor {
  /** Text of the first match with whitespace collapsed, or the value of a field. Null without a match. */
  readText: (css: string) => Promise<string | null>;
  /** Waits until `readText` returns this text. */
  waitForText: (css: string, text: string | RegExp) => Promise<void>;
  /** Waits for the first match, scrolls it into view and clicks it. */
  click: (css: string) => Promise<void>;
  /** Replaces a field's text, key by key. */
  typeText: (css: string, text: string) => Promise<void>;
  pressKeys: (...keys: Key[]) => Promise<void>;
  /** Name of the focused element in the widget, else its text, else its type. Null if none has focus. */
  readFocus: () => Promise<string | null>;
}

/** Creates a visitor for a tab. */
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
