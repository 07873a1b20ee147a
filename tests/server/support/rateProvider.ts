import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';

/** What a provider answers with: status and body, or nothing for ever. */
export type ProviderReply = { status?: number; body: string | Uint8Array } | 'silence';

/** A provider of rates on this machine. */
export interface RateProvider extends AsyncDisposable {
  url: string;
  /** The `symbols` of every request that came, parsed; null where there were none. */
  requestedSymbols: (string[] | null)[];
  /** What it answers from now on: always the same, or made for the symbols asked for. */
  reply: ProviderReply | ((symbols: string[]) => ProviderReply);
}

/** Starts a provider on a free port of 127.0.0.1. */
export async function startRateProvider(reply: RateProvider['reply']): Promise<RateProvider> {
  const server = createServer((request, response) => {
    const symbols = new URL(request.url ?? '/', 'http://localhost').searchParams.get('symbols');
    const asked = symbols === null ? null : (JSON.parse(symbols) as string[]);
    rateProvider.requestedSymbols.push(asked);
    sendReply(
      response,
      typeof rateProvider.reply === 'function' ? rateProvider.reply(asked ?? []) : rateProvider.reply,
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

/** A recorded answer, as bytes. */
export function readRecorded(name: string): Promise<Uint8Array> {
  return readFile(new URL(`recorded/${name}`, import.meta.url));
}

/** A book of one symbol a price: bid and ask are the same. */
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

/** A log and what was written into it: level and sentence of each line. */
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
