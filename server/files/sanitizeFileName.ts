/** Characters of a name that are kept. */
const MAX_NAME_LENGTH = 100;

/** A file's name as it may be shown back: its last part, without what turns text around or breaks a line. */
export function sanitizeFileName(name: string): string {
  const baseName = name.split(/[/\\]/).at(-1) ?? '';
  const printable = baseName
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>]/gu, '')
    .trim();
  const shortened = [...printable].slice(-MAX_NAME_LENGTH).join('');
  return shortened === '' ? 'receipt' : shortened;
}
