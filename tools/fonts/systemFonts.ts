import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../install.mjs';

/** A system font's regular and bold file, as paths in node_modules. */
interface FontFiles {
  regular: string;
  bold: string;
}

/** System fonts that packages provide. Arimo has the widths of Arial and of Liberation Sans. */
export const SYSTEM_FONT_FILES = {
  Arial: {
    regular: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
    bold: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
  },
  Roboto: {
    regular: '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf',
    bold: '@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf',
  },
  'DejaVu Sans': {
    regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  },
  /** No page uses this font. */
  'DejaVu Serif': {
    regular: 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf',
  },
} as const satisfies Record<string, FontFiles>;

export type SystemFont = keyof typeof SYSTEM_FONT_FILES;

export const SYSTEM_FONTS = Object.keys(SYSTEM_FONT_FILES) as SystemFont[];

/** Absolute path of a font file of a package. */
export const resolveFontPath = (file: string): string => join(root, 'node_modules', file);

/** Renames Arimo to Arial, because `local()` looks up full names. */
const RENAME_ARIMO = ['Regular', 'Bold']
  .map(
    style => `
  <match target="scan">
    <test name="fullname"><string>Arimo ${style}</string></test>
    <edit name="family" mode="assign"><string>Arial</string></edit>
    <edit name="fullname" mode="assign"><string>${style === 'Bold' ? 'Arial Bold' : 'Arial'}</string></edit>
  </match>`,
  )
  .join('');

/** Formats a fontconfig file with `font` as the only font, also for every generic family. */
export function formatFontconfig(font: SystemFont, cache: string): string {
  const files = Object.values(SYSTEM_FONT_FILES[font]).map(resolveFontPath);
  const folders = [...new Set(files.map(file => dirname(file)))];
  const generic = ['sans-serif', 'serif', 'monospace', 'system-ui'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${folders.map(folder => `<dir>${folder}</dir>`).join('\n  ')}
  <cachedir>${cache}</cachedir>
  <selectfont>
    <rejectfont><glob>/*</glob></rejectfont>
    <acceptfont>${files.map(file => `<glob>${file}</glob>`).join('')}</acceptfont>
  </selectfont>${font === 'Arial' ? RENAME_ARIMO : ''}
  ${generic.map(family => `<alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`).join('\n  ')}
</fontconfig>
`;
}

/**
 * Creates the environment of a browser on Linux in which `font` is the only font, so that no test depends on the machine's
 * fonts. Browsers on other systems ignore it.
 */
export function createFontEnvironment(font: SystemFont): NodeJS.ProcessEnv {
  const folder = join(root, 'node_modules/.cache/fonts', font.replaceAll(' ', '-'));
  const file = join(folder, 'fonts.conf');
  const text = formatFontconfig(font, join(folder, 'cache'));
  mkdirSync(folder, { recursive: true });
  // Written atomically: several processes may start at once.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
  return { ...process.env, FONTCONFIG_FILE: file };
}
