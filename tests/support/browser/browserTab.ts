/** A key by its DOM name, or an e-mail. `Control+z` holds the first key down. */
export type Key = string;

/** One browser tab: user actions and access to the page. The interface is small because two protocols implement it. */
export interface BrowserTab {
  /** Opens a URL and resolves when its document exists. Subresources may still be loading. */
  goTo: (address: string) => Promise<void>;
  /** Evaluates a JavaScript expression and returns its JSON value. Awaits promises. Rejects if the code throws. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Clicks at a viewport position in CSS pixels. */
  clickAt: (x: number, y: number) => Promise<void>;
  pressKeys: (...keys: Key[]) => Promise<void>;
  /** Undoes the last edit of the focused field. */
  undo: () => Promise<void>;
  /** Controls an IME composition, if the protocol supports it: the current text, and the commit. */
  compose?: { text: (text: string) => Promise<void>; commit: (text: string) => Promise<void> };
  /** Sets the viewport size in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A browser started for tests. */
export interface BrowserEngine {
  name: string;
  /** Opens a tab with empty storage. */
  openTab: () => Promise<BrowserTab>;
  close: () => Promise<void>;
}

/** Calls a function in the page. It can use only its arguments, which are sent as JSON. */
export async function callInPage<Args extends unknown[], Result>(
  tab: BrowserTab,
  pageFunction: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  const argumentText = args.map(arg => JSON.stringify(arg)).join(', ');
  return (await tab.evaluate(`(${pageFunction})(${argumentText})`)) as Awaited<Result>;
}
