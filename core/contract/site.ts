import * as v from 'valibot';

/** What the server writes into every page at start, as JSON in `<script type="application/json" id="settings">`. */
export const PageSettings = v.object({
  /** The address that people use. */
  origin: v.string(),
  /** The build that the page came from; builds/latest.json names the newest. */
  version: v.string(),
  /** Where errors are reported; null: nowhere. */
  sentryDsn: v.nullable(v.string()),
  /** Origins that the chat's script may come from. */
  chatOrigins: v.array(v.string()),
});
export type PageSettings = v.InferOutput<typeof PageSettings>;

/** builds/latest.json: the build that is served now. */
export const Build = v.object({ version: v.string() });

/**
 * Stands in the built files for the address that people use, which only the running server knows. It replaces it at
 * start, in HTML, XML and text.
 */
export const ORIGIN = 'https://origin.invalid';

/** The beginning and the end of the settings in a page; between them the build leaves nothing. */
export const SETTINGS = ['<script type="application/json" id="settings">', '</script>'] as const;
