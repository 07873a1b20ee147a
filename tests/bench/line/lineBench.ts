import { findFreePort } from '#tools/programs/findFreePort.ts';
import { startBenchExchange } from '../benchExchange.ts';
import { launchBenchBrowser, PHONE_LINE } from '../benchBrowser.ts';
import { startHostServer } from '../hostServer.ts';
import type { RecordValues } from '../report.ts';
import { createCertificate } from './certificate.ts';
import { startHttp2Front } from './http2Front.ts';
import { createSlowLine } from './slowLine.ts';

/** Measures pages over real TCP, TLS 1.3 and HTTP/2 connections. */
export interface LineBench {
  measureRound: (recordValues: RecordValues) => Promise<void>;
  close: () => Promise<void>;
}

/** Measured key presses of a page in a round. */
const KEYSTROKES = 24;

const HOSTS = { exchange: 'exchange.test', shop: 'shop.test' } as const;

/**
 * Starts an exchange and a partner's shop on different hosts at the far end of one slow line, and a browser that trusts
 * their certificates. Unlike the browser's own throttling, the line also delays handshakes. It has no packet loss, DNS
 * lookups or TCP slow start.
 */
export async function startLineBench(bareFormScript: string): Promise<LineBench> {
  const cleanups: (() => unknown)[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    const line = createSlowLine(PHONE_LINE);
    const publicKeyDigests: string[] = [];
    const openHost = async (host: string, targetPort: number, port?: number) => {
      const certificate = await createCertificate(host);
      publicKeyDigests.push(certificate.publicKeyDigest);
      const front = await startHttp2Front(certificate, targetPort);
      cleanups.push(front.close);
      const linePort = await line.openPort(front.port, port);
      cleanups.push(linePort.close);
      return { ...linePort, origin: `https://${host}:${linePort.port}` };
    };

    // The server's pages contain its public origin.
    const exchangePort = await findFreePort();
    const server = await startBenchExchange({
      PUBLIC_ORIGIN: `https://${HOSTS.exchange}:${exchangePort}`,
      TRUST_PROXY: 'loopback',
    });
    cleanups.push(server.close);
    const exchange = await openHost(HOSTS.exchange, Number(new URL(server.origin).port), exchangePort);
    const shopServer = await startHostServer(exchange.origin, bareFormScript);
    cleanups.push(shopServer.close);
    const shop = await openHost(HOSTS.shop, Number(new URL(shopServer.origin).port));
    const browser = await launchBenchBrowser([
      `--host-resolver-rules=${Object.values(HOSTS)
        .map(host => `MAP ${host} 127.0.0.1`)
        .join()}`,
      `--ignore-certificate-errors-spki-list=${publicKeyDigests.join()}`,
    ]);
    cleanups.push(browser.close);

    async function measureVisit(recordValues: RecordValues, name: string, address: string) {
      exchange.takeConnectionCount();
      const { usableAt, paintedAt, longTasksMs, heap } = await browser.measureLoad(address);
      recordValues(`${name}: form usable`, 'ms', usableAt);
      recordValues(`${name}: input painted`, 'ms', paintedAt);
      recordValues(`${name}: long tasks`, 'ms', longTasksMs);
      recordValues(`${name}: heap`, 'MB', heap);
      recordValues(`${name}: connections to the exchange`, '', exchange.takeConnectionCount());
    }

    async function measureRound(recordValues: RecordValues) {
      const pages = {
        'bare form': `${shop.origin}/bare`,
        "partner's page": `${shop.origin}/widget`,
        'pair in the address': `${shop.origin}/pair`,
        'old tag': `${shop.origin}/old-tag`,
        'old tag, pair in the address': `${shop.origin}/old-pair`,
        'home page': `${exchange.origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`,
      };
      for (const [name, address] of Object.entries(pages)) await measureVisit(recordValues, name, address);
      for (const path of ['/rules', '/reserves'])
        recordValues(`${path}: painted`, 'ms', await browser.measurePaint(exchange.origin + path));
      const belowFold = await browser.measureBelowFold(`${shop.origin}/below`, exchange.origin);
      recordValues('below the fold: bytes before scrolling', 'kB', belowFold.bytes);
      recordValues('below the fold: usable after scrolling', 'ms', belowFold.after);
      for (const name of ["partner's page", 'bare form'] as const)
        recordValues(
          `${name}: keystroke`,
          'ms',
          ...(await browser.measureKeystrokes(pages[name], KEYSTROKES)),
        );
    }

    return { measureRound, close };
  } catch (error) {
    await close();
    throw error;
  }
}
