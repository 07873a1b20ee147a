import * as v from 'valibot';
import { ORIGIN_PLACEHOLDER, SETTINGS_SCRIPT_TAGS } from '#core/contract/placeholder.ts';
import { BuildInfo, type PageSettings } from '#core/contract/site.ts';
import type { Config } from '#server/config.ts';
import { createStaticFile, type StaticFiles } from './staticFiles.ts';

/** File types that may contain the site's origin or settings. */
export const PLACEHOLDER_FILE_PATTERN = /\.(?:html|xml|txt)$/;

/** Fills the built site with the public origin and the public settings. */
export function fillPlaceholders(files: StaticFiles, config: Config): StaticFiles {
  const latest = files.get('builds/latest.json');
  const { version } = latest ? v.parse(BuildInfo, JSON.parse(decodeText(latest.body))) : { version: '' };
  const { publicOrigin, sentryDsn, chatOrigins } = config;
  const settings: PageSettings = { origin: publicOrigin, version, sentryDsn, chatOrigins: [...chatOrigins] };
  const [begin, end] = SETTINGS_SCRIPT_TAGS;
  // An unescaped `<` would begin a tag.
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
