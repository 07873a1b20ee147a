import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createFontEnvironment } from '../../../tools/fonts/systemFonts.ts';
import type { BrowserEngine, BrowserTab } from '../../support/browser/browserTab.ts';
import { openDocument } from './openDocument.ts';

/** Code points of special keys: W3C WebDriver, "Keyboard actions". */
const KEY_CODES: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const SESSION_CAPABILITIES = {
  // Otherwise every call waits for the page's load event, which waits for the scripts that tests delay.
  pageLoadStrategy: 'none',
  'webkitgtk:browserOptions': { args: ['--automation'] },
  // A script in a document that is being unloaded gets no response; tests retry it.
  timeouts: { script: 4_000, pageLoad: 10_000 },
};

/** Timeout of a call, milliseconds; longer than any successful call takes. */
const RESPONSE_TIMEOUT_MS = 25_000;

/** Maximum number of attempts to open a session, each with a new driver. */
const MAX_SESSION_ATTEMPTS = 3;

/** Creates a function that sends a WebDriver command and returns `value`. Rejects on an error or a timeout. */
function createWebDriverClient(origin: string) {
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${path}: ${error}: ${message}`);
  };
}

/** A running WebDriver of WebKitGTK. */
interface WebDriverProcess {
  send: ReturnType<typeof createWebDriverClient>;
  stop: () => Promise<void>;
}

async function startWebDriver(driver: string, display: string): Promise<WebDriverProcess> {
  const port = await findFreePort();
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...createFontEnvironment('DejaVu Sans'),
      DISPLAY: `:${display}`,
      LANG: 'C.UTF-8',
      // Sandboxes do not work as root, and there may be no graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const send = createWebDriverClient(`http://127.0.0.1:${port}`);
  for (let n = 0; ; n++) {
    try {
      await send('GET', '/status');
      break;
    } catch (error) {
      if (n > 200) throw error;
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  }
  return {
    send,
    async stop() {
      // It may have exited already.
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

/** Starts WebKitGTK's driver with its own virtual screen; it supports one tab at a time. */
export async function launchWebKit(driver: string): Promise<BrowserEngine> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [displayNumber] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const display = displayNumber.toString().trim();
  let driverProcess = await startWebDriver(driver, display);
  return {
    name: 'WebKit',
    async openTab() {
      for (let n = 1; ; n++) {
        const { send } = driverProcess;
        try {
          const opened = await send('POST', '/session', {
            capabilities: { alwaysMatch: SESSION_CAPABILITIES },
          });
          const { sessionId } = opened as { sessionId: string };
          return createWebKitTab((method, path, body) => send(method, `/session/${sessionId}${path}`, body));
        } catch (error) {
          // This driver sometimes does not respond, or still has the session of a hung tab.
          if (n === MAX_SESSION_ATTEMPTS) throw error;
          await driverProcess.stop();
          driverProcess = await startWebDriver(driver, display);
        }
      }
    },
    async close() {
      await driverProcess.stop();
      screen.kill();
    },
  };
}

/** Wraps an expression in a script that passes its value or its error to WebDriver's callback. */
const wrapAsyncScript = (expression: string) =>
  `const done = arguments[arguments.length - 1];
   (async () => (${expression}))().then(value => done({ value }), error => done({ error: String(error) }));`;

function createWebKitTab(send: ReturnType<typeof createWebDriverClient>): BrowserTab {
  const performActions = (...actions: object[]) => send('POST', '/actions', { actions });
  async function evaluate(expression: string): Promise<unknown> {
    const answer = await send('POST', '/execute/async', { script: wrapAsyncScript(expression), args: [] });
    const { value, error } = answer as { value?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }
  return {
    goTo: address => openDocument(evaluate, address, () => send('POST', '/url', { url: address })),
    evaluate,
    async clickAt(x, y) {
      const button = { button: 0 };
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', ...button },
        { type: 'pointerUp', ...button },
      ];
      await performActions({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
    },
    async pressKeys(...keys) {
      const actions = keys.flatMap(key => {
        const parts = key.split('+').map(part => KEY_CODES[part] ?? part);
        const down = parts.map(value => ({ type: 'keyDown', value }));
        return [...down, ...down.toReversed().map(({ value }) => ({ type: 'keyUp', value }))];
      });
      await performActions({ type: 'key', id: 'keyboard', actions });
    },
    // This driver's keys do not trigger the browser's Ctrl+Z. execCommand has the same effect.
    undo: async () => void (await evaluate("document.execCommand('undo')")),
    async resize(width, height) {
      // The window also has a toolbar above the page.
      await send('POST', '/window/rect', { width, height });
      const got = await send('POST', '/execute/sync', { script: 'return innerHeight', args: [] });
      await send('POST', '/window/rect', { width, height: 2 * height - (got as number) });
    },
    close: async () => void (await send('DELETE', '')),
  };
}
