import * as v from 'valibot';
import { ORIGIN_PLACEHOLDER, SETTINGS_SCRIPT_TAGS } from '#core/contract/placeholder.ts';
import { BuildInfo, type PageSettings } from '#core/contract/site.ts';
import type { Config } from '#server/platform/config/config.ts';
import { insertDemoBanner } from '#server/demo/demoBanner.ts';
import {
  createStaticFile,
  type StaticFile,
  type StaticFiles,
} from '#server/platform/http/response/staticFiles.ts';

/** File types that may contain the site's origin or settings. */
export const PLACEHOLDER_FILE_PATTERN = /\.(?:html|xml|txt)$/;

/** Fills the built site with the public origin, the public settings and, for a demo, its banner. */
export function fillPlaceholders(files: StaticFiles, config: Config): StaticFiles {
  const latest = files.get('builds/latest.json');
  const { version } = latest ? v.parse(BuildInfo, JSON.parse(decodeText(latest.body))) : { version: '' };
  const { publicOrigin, sentryDsn, chatOrigins, operator } = config;
  const settings: PageSettings = { origin: publicOrigin, version, sentryDsn, chatOrigins: [...chatOrigins] };
  const [begin, end] = SETTINGS_SCRIPT_TAGS;
  // An unescaped `<` would start a tag.
  const settingsText = begin + JSON.stringify(settings).replaceAll('<', String.raw`\u003c`) + end;
  const fillText = (name: string, text: string) => {
    const filled = text
      .replaceAll(ORIGIN_PLACEHOLDER, () => publicOrigin)
      .replace(begin + end, () => settingsText);
    return operator === 'demo' && name.endsWith('.html') ? insertDemoBanner(filled) : filled;
  };
  const fillFile = (name: string, { body }: StaticFile) =>
    createStaticFile(name, new TextEncoder().encode(fillText(name, decodeText(body))));
  return new Map(
    [...files].map(([name, siteFile]) => [
      name,
      PLACEHOLDER_FILE_PATTERN.test(name) ? fillFile(name, siteFile) : siteFile,
    ]),
  );
}

function decodeText(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
