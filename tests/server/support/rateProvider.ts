import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';

/** A provider's response: status and body, or no response. */
export type ProviderReply = { status?: number; body: string | Uint8Array } | 'silence';

/** A local rate provider. */
export interface RateProvider extends AsyncDisposable {
  url: string;
  /** Parsed `symbols` of every request. Null for a request without symbols. */
  requestedSymbols: (string[] | null)[];
  /** The next responses: a constant, or a function of the requested symbols. */
  reply: ProviderReply | ((symbols: string[]) => ProviderReply);
}

/** Starts a provider on a free port of 127.0.0.1. */
export async function startRateProvider(reply: RateProvider['reply']): Promise<RateProvider> {
  const server = createServer((request, response) => {
    const symbols = new URL(request.url ?? '/', 'http://localhost').searchParams.get('symbols');
    const requested = symbols === null ? null : (JSON.parse(symbols) as string[]);
    rateProvider.requestedSymbols.push(requested);
    sendReply(
      response,
      typeof rateProvider.reply === 'function' ? rateProvider.reply(requested ?? []) : rateProvider.reply,
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const rateProvider: RateProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`,
    requestedSymbols: [],
    reply,
    async [Symbol.asyncDispose]() {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return rateProvider;
}

function sendReply(response: ServerResponse, reply: ProviderReply): void {
  if (reply !== 'silence') response.writeHead(reply.status ?? 200).end(reply.body);
}

/** Reads a recorded response as bytes. */
export function readRecorded(name: string): Promise<Uint8Array> {
  return readFile(new URL(`recorded/${name}`, import.meta.url));
}

/** Builds a book ticker with one symbol per price. Bid and ask are equal. */
export function createBookTicker(prices: Readonly<Record<string, string>>): string {
  const rows = Object.entries(prices).map(([symbol, price]) => ({
    symbol,
    bidPrice: price,
    bidQty: '1.00000000',
    askPrice: price,
    askQty: '1.00000000',
  }));
  return JSON.stringify(rows);
}

/** A log that records the level and message of each line. */
export function createRecordingLog() {
  const lines: string[] = [];
  const log = pino(
    { level: 'debug', base: null, formatters: { level: label => ({ level: label }) } },
    {
      write(line: string) {
        const { level, msg } = JSON.parse(line) as { level: string; msg: string };
        lines.push(`${level}: ${msg}`);
      },
    },
  );
  return { log, lines };
}
