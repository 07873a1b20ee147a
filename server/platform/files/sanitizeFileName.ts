/** Maximum length of a stored file name; its last characters are kept. */
const MAX_NAME_LENGTH = 100;

/** Makes a file name safe to display: only the last path segment, without control, bidi and line break characters. */
export function sanitizeFileName(name: string): string {
  const baseName = name.split(/[/\\]/).at(-1) ?? '';
  const printable = baseName
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>]/gu, '')
    .trim();
  const shortened = [...printable].slice(-MAX_NAME_LENGTH).join('');
  return shortened === '' ? 'receipt' : shortened;
}
