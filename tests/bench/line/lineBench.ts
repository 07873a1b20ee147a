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
    const browser = await launchBenchBrowser({
      throttlesNetwork: false,
      args: [
        `--host-resolver-rules=${Object.values(HOSTS)
          .map(host => `MAP ${host} 127.0.0.1`)
          .join()}`,
        `--ignore-certificate-errors-spki-list=${publicKeyDigests.join()}`,
      ],
    });
    cleanups.push(browser.close);

    async function measureRound(recordValues: RecordValues) {
      const measureVisit = async (name: string, event: string, visit: () => Promise<number | null>) => {
        exchange.takeConnectionCount();
        recordValues(`real line, ${name}: ${event}`, 'ms', await visit());
        recordValues(`real line, ${name}: connections to the exchange`, '', exchange.takeConnectionCount());
      };
      const measureForm = async (address: string) => (await browser.measureLoad(address)).usableAt;
      const pair = '?cur_from=USDTTRC20&cur_to=SBERRUB';
      await measureVisit("partner's page", 'form usable', () => measureForm(`${shop.origin}/widget`));
      recordValues('real line, bare React form: usable', 'ms', await measureForm(`${shop.origin}/bare`));
      await measureVisit('home page', 'form usable', () => measureForm(`${exchange.origin}/${pair}`));
      await measureVisit('text page', 'painted', () => browser.measurePaint(`${exchange.origin}/rules`));
    }

    return { measureRound, close };
  } catch (error) {
    await close();
    throw error;
  }
}
