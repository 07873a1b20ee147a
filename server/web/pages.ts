import * as v from 'valibot';
import { ORIGIN, SETTINGS } from '#core/contract/placeholder.ts';
import { Build, type PageSettings } from '#core/contract/site.ts';
import type { Config } from '#server/config.ts';
import { file, type Files } from './files.ts';

/** What may hold an address of the site or its settings. */
export const WRITTEN = /\.(?:html|xml|txt)$/;

/** The built site with what only the running server knows: the address that people use, and its public settings. */
export function completed(files: Files, config: Config): Files {
  const latest = files.get('builds/latest.json');
  const { version } = latest ? v.parse(Build, JSON.parse(text(latest.body))) : { version: '' };
  const { publicOrigin, sentryDsn, chatOrigins } = config;
  const settings: PageSettings = { origin: publicOrigin, version, sentryDsn, chatOrigins: [...chatOrigins] };
  const [begin, end] = SETTINGS;
  // A `<` would begin a tag, wherever it stands.
  const told = begin + JSON.stringify(settings).replaceAll('<', String.raw`\u003c`) + end;
  const complete = (body: Uint8Array) =>
    new TextEncoder().encode(
      text(body)
        .replaceAll(ORIGIN, () => config.publicOrigin)
        .replace(begin + end, () => told),
    );
  return new Map(
    [...files].map(([name, one]) => [name, WRITTEN.test(name) ? file(name, complete(one.body)) : one]),
  );
}

function text(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
