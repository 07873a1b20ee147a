/** A key by its DOM name, or a letter; `Control+z` holds the first one down. */
export type Key = string;

/** One tab of a browser: what a person can do in it, and a look inside. Made for two protocols, so small. */
export interface BrowserTab {
  /** Opens an address and goes on as soon as its document is there: what it loads may still be on its way. */
  goTo: (address: string) => Promise<void>;
  /** The value of a JavaScript expression in the page, of JSON's kinds; a promise is awaited. Rejects when it throws. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Presses the pointer at a place of the viewport, CSS pixels. */
  clickAt: (x: number, y: number) => Promise<void>;
  pressKeys: (...keys: Key[]) => Promise<void>;
  /** Takes back the last edit of the field that has the focus, as a person does. */
  undo: () => Promise<void>;
  /** An input method's composition, where the protocol knows of any: the text so far, and its end. */
  compose?: { text: (text: string) => Promise<void>; commit: (text: string) => Promise<void> };
  /** Sets the viewport, CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A browser that was started for tests. */
export interface BrowserEngine {
  name: string;
  /** A tab with nothing in its storage. */
  openTab: () => Promise<BrowserTab>;
  close: () => Promise<void>;
}

/** Calls a function in the page; it sees nothing but its arguments, which travel as JSON. */
export async function callInPage<Args extends unknown[], Result>(
  tab: BrowserTab,
  pageFunction: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  const argumentText = args.map(arg => JSON.stringify(arg)).join(', ');
  return (await tab.evaluate(`(${pageFunction})(${argumentText})`)) as Awaited<Result>;
}
