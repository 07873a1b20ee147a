import * as v from 'valibot';

/** The settings that the server inserts into each page, as JSON in `<script type="application/json" id="settings">`. */
export const PageSettings = v.object({
  /** The public origin. */
  origin: v.string(),
  /** The build of the page; builds/latest.json contains the latest one. */
  version: v.string(),
  /** DSN for error reports; null disables them. */
  sentryDsn: v.nullable(v.string()),
  /** Allowed origins of the chat script. */
  chatOrigins: v.array(v.string()),
});
export type PageSettings = v.InferOutput<typeof PageSettings>;

/** builds/latest.json: the build being served. */
export const BuildInfo = v.object({ version: v.string() });
