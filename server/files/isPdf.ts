/** Bytes at either end in which a file of two natures shows itself. */
const HEAD_BYTES = 1_024;
const TAIL_BYTES = 66_000;

/** What another kind of file begins with, or (a ZIP archive) ends with. */
const MARKUP_PATTERN = /<\s*(html|script|svg|!doctype|\?xml|\?php)/i;
const ZIP_END_SIGNATURE = 'PK\u0005\u0006';

/** Whether this is a PDF and nothing else besides: its header first, its end last, no page or archive wrapped around. */
export function isPdf(bytes: Uint8Array): boolean {
  const decode = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  const head = decode(bytes.subarray(0, HEAD_BYTES));
  const tail = decode(bytes.subarray(-TAIL_BYTES));
  return (
    /^%PDF-[12]\.\d/.test(head) &&
    !MARKUP_PATTERN.test(head) &&
    tail.slice(-HEAD_BYTES).includes('%%EOF') &&
    !tail.includes(ZIP_END_SIGNATURE)
  );
}
