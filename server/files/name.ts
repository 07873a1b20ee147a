/** Characters of a name that are kept. */
const LONGEST = 100;

/** A file's name as it may be shown back: its last part, without what turns text around or breaks a line. */
export function tidy(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>]/gu, '')
    .trim();
  const shown = [...clean].slice(-LONGEST).join('');
  return shown === '' ? 'receipt' : shown;
}
