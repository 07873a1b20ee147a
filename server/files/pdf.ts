/** Bytes at either end in which a file of two natures shows itself. */
const HEAD = 1_024;
const TAIL = 66_000;

/** What another kind of file begins with, or (a ZIP archive) ends with. */
const MARKUP = /<\s*(html|script|svg|!doctype|\?xml|\?php)/i;
const ARCHIVE = 'PK\u0005\u0006';

/** Whether this is a PDF and nothing else besides: its header first, its end last, no page or archive wrapped around. */
export function isPdf(bytes: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  const head = text(bytes.subarray(0, HEAD));
  const tail = text(bytes.subarray(-TAIL));
  return (
    /^%PDF-[12]\.\d/.test(head) &&
    !MARKUP.test(head) &&
    tail.slice(-HEAD).includes('%%EOF') &&
    !tail.includes(ARCHIVE)
  );
}
