/**
 * Stands in the built files for the address that people use, which only the running server knows. It replaces it at
 * start, in HTML, XML and text.
 */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid';

/** The beginning and the end of the settings in a page; between them the build leaves nothing. */
export const SETTINGS_SCRIPT_TAGS = ['<script type="application/json" id="settings">', '</script>'] as const;
