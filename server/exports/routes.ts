import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Hono, type Context as Call } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import { Rates } from '#core/contract/rates.ts';
import type { Context } from '../context.ts';
import { answer } from '../web/answer.ts';
import { file, type File } from '../web/files.ts';
import { items } from './items.ts';
import { xml } from './xml.ts';

/** Monitoring sites ask every few seconds; the tag tells them when nothing has changed. */
const KEPT = 'public, max-age=5';

/** Anybody's program may read the rates. */
const headers = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' };

const NAMES = ['rates.xml', 'rates.json'] as const;
type Name = (typeof NAMES)[number];

const summary = 'Every direction that is open, as monitoring sites list it; none in maintenance';
const described = {
  'rates.xml': describeRoute({
    summary,
    tags: ['exports'],
    responses: {
      200: { description: summary, content: { 'application/xml': { schema: { type: 'string' } } } },
    },
  }),
  'rates.json': describeRoute({
    summary,
    tags: ['exports'],
    responses: {
      200: { description: summary, content: { 'application/json': { schema: resolver(Rates) } } },
    },
  }),
};

/** /rates.xml and /rates.json, from memory: counted anew at most once a second, and when the catalogue has changed. */
export function exports(context: Context): Hono {
  const { catalogue, now } = context;
  const routes = new Hono();
  let made: { key: unknown[]; files: Record<Name, File> } | undefined;

  async function files(): Promise<Record<Name, File>> {
    // What this process has just written, a hold for example, is in the very next answer.
    await catalogue.fresh();
    // Whole seconds: the fixed table moves on one, so that nobody is told the course before it.
    const key = [catalogue.snapshot(), Math.floor(now() / 1000)];
    if (made?.key.every((part, index) => part === key[index])) return made.files;
    const rates = items(context);
    const same = made?.files;
    const [text, json] = await Promise.all([
      packed('rates.xml', xml(rates), same?.['rates.xml']),
      packed('rates.json', JSON.stringify({ rates }), same?.['rates.json']),
    ]);
    made = { key, files: { 'rates.xml': text, 'rates.json': json } };
    return made.files;
  }

  for (const name of NAMES)
    routes.get(`/${name}`, described[name], async (c: Call) =>
      answer(c, (await files())[name], headers, { cache: KEPT }),
    );
  return routes;
}

const zip = promisify(gzip);

/** The text as it is served; `before` again when nothing has changed, so that it is not compressed once more. */
async function packed(name: Name, text: string, before: File | undefined): Promise<File> {
  const made = file(name, new TextEncoder().encode(text));
  if (before?.digest === made.digest) return before;
  made.codings.gzip = new Uint8Array(await zip(made.body));
  return made;
}
