/** The public origin in built files. The server replaces it in HTML, XML and text when it starts. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid';

/** The tags around the settings in a page; the build leaves the script empty. */
export const SETTINGS_SCRIPT_TAGS = ['<script type="application/json" id="settings">', '</script>'] as const;
