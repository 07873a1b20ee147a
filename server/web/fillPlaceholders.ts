import * as v from 'valibot';
import { ORIGIN_PLACEHOLDER, SETTINGS_SCRIPT_TAGS } from '#core/contract/placeholder.ts';
import { BuildInfo, type PageSettings } from '#core/contract/site.ts';
import type { Config } from '#server/config.ts';
import { createStaticFile, type StaticFiles } from './staticFiles.ts';

/** What may hold an address of the site or its settings. */
export const PLACEHOLDER_FILE_PATTERN = /\.(?:html|xml|txt)$/;

/** The built site with what only the running server knows: the address that people use, and its public settings. */
export function fillPlaceholders(files: StaticFiles, config: Config): StaticFiles {
  const latest = files.get('builds/latest.json');
  const { version } = latest ? v.parse(BuildInfo, JSON.parse(decodeText(latest.body))) : { version: '' };
  const { publicOrigin, sentryDsn, chatOrigins } = config;
  const settings: PageSettings = { origin: publicOrigin, version, sentryDsn, chatOrigins: [...chatOrigins] };
  const [begin, end] = SETTINGS_SCRIPT_TAGS;
  // A `<` would begin a tag, wherever it stands.
  const settingsText = begin + JSON.stringify(settings).replaceAll('<', String.raw`\u003c`) + end;
  const fillBody = (body: Uint8Array) =>
    new TextEncoder().encode(
      decodeText(body)
        .replaceAll(ORIGIN_PLACEHOLDER, () => config.publicOrigin)
        .replace(begin + end, () => settingsText),
    );
  return new Map(
    [...files].map(([name, siteFile]) => [
      name,
      PLACEHOLDER_FILE_PATTERN.test(name) ? createStaticFile(name, fillBody(siteFile.body)) : siteFile,
    ]),
  );
}

function decodeText(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
