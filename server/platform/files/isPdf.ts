/** Number of bytes at the start and at the end that are searched for signatures of a polyglot file. */
const HEAD_BYTES = 1_024;
const TAIL_BYTES = 66_000;

/** Signatures of other formats: markup at the start, a ZIP archive's directory at the end. */
const MARKUP_PATTERN = /<\s*(html|script|svg|!doctype|\?xml|\?php)/i;
const ZIP_END_SIGNATURE = 'PK\u0005\u0006';

/** Returns whether the file is a PDF and not a polyglot: PDF header and trailer, no markup, no ZIP archive. */
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
