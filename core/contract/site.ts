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
export const BuildInfo = v.object({ version: v.string() });
