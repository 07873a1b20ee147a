import { describe, expect, test } from 'vitest';
import { parseBoundary, parseMultipart } from '#server/platform/files/parseMultipart.ts';

/** Encodes a form as browsers do. */
async function encodeForm(...entries: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const response = new Response(form);
  return {
    body: new Uint8Array(await response.clone().arrayBuffer()),
    boundary: parseBoundary(response.headers.get('content-type') ?? '') ?? '',
  };
}

/** Parses a body and shows its content as Latin-1 text. */
function parseAsText(body: Uint8Array | string, boundary: string) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { parts, isComplete } = parseMultipart(bytes, boundary);
  const shownParts = parts.map(({ content, ...names }) => ({
    ...names,
    content: Buffer.from(content).toString('latin1'),
  }));
  return { parts: shownParts, isComplete };
}

describe('a form of a browser', () => {
  test.each([
    'card.jpg',
    'чек.pdf',
    'a "quoted" name',
    'C:\\users\\чек.jpg',
    'line\r\nbreak',
    'a; name="x"',
    '100%.png',
  ])('keeps the file name %j', async fileName => {
    const { body, boundary } = await encodeForm(
      ['verification', 'some-id'],
      ['file', new File(['content'], fileName)],
    );
    expect(parseAsText(body, boundary)).toEqual({
      parts: [
        { name: 'verification', fileName: undefined, content: 'some-id' },
        { name: 'file', fileName, content: 'content' },
      ],
      isComplete: true,
    });
  });

  test('keeps every byte of the file, also what resembles a delimiter', async () => {
    const { boundary } = await encodeForm(['a', 'b']);
    const everyByte = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const file = new File([everyByte, `\r\n--${boundary.slice(0, -1)}\r\n\r\n--`], 'a.bin');
    const encoded = await encodeForm(['file', file]);
    const [part] = parseMultipart(encoded.body, encoded.boundary).parts;
    expect(part?.content).toEqual(Buffer.from(await file.arrayBuffer()));
  });

  test('without fields has no parts', async () => {
    const { body, boundary } = await encodeForm();
    expect(parseAsText(body, boundary)).toEqual({ parts: [], isComplete: true });
  });

  test('that is cut off anywhere has its complete parts only', async () => {
    const { body, boundary } = await encodeForm(['one', '1'], ['two', '2'], ['file', new File(['3'], 'a')]);
    const whole = parseAsText(body, boundary);
    let mostParts = 0;
    // The line break after the closing delimiter is optional.
    for (let length = 0; length < body.length - 2; length++) {
      const { parts, isComplete } = parseAsText(body.subarray(0, length), boundary);
      expect([parts, isComplete]).toEqual([whole.parts.slice(0, parts.length), false]);
      expect(parts.length).toBeGreaterThanOrEqual(mostParts);
      mostParts = parts.length;
    }
    expect(mostParts).toBe(3);
  });
});

test('accepts a text before the first delimiter, other headers, and names of headers in any case', () => {
  const body =
    'To readers without MIME\r\n--x\r\nContent-Length: 2\r\nCONTENT-DISPOSITION: Form-Data; Name="file"; FileName="a"\r\n\r\nab\r\n--x--\r\n';
  expect(parseAsText(body, 'x')).toEqual({
    parts: [{ name: 'file', fileName: 'a', content: 'ab' }],
    isComplete: true,
  });
});

test.each([
  ['nothing', ''],
  ['another boundary', '--y\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--y--\r\n'],
  ['no headers', '--x\r\n\r\nb\r\n--x--\r\n'],
  ['no Content-Disposition', '--x\r\nContent-Type: text/plain\r\n\r\nb\r\n--x--\r\n'],
  ['no name', '--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\nb\r\n--x--\r\n'],
  ['an attachment', '--x\r\nContent-Disposition: attachment; name="a"\r\n\r\nb\r\n--x--\r\n'],
  [
    'headers over 4 kB',
    `--x\r\nContent-Disposition: form-data; name="a"\r\nX: ${'y'.repeat(5_000)}\r\n\r\nb\r\n--x--\r\n`,
  ],
])('refuses a body with %s', (_, body) => {
  expect(parseAsText(body, 'x')).toEqual({ parts: [], isComplete: false });
});

test('stops at twenty parts', () => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
  expect(parseAsText(`${part.repeat(19)}--x--`, 'x')).toMatchObject({ isComplete: true });
  const { parts, isComplete } = parseAsText(`${part.repeat(100_000)}--x--`, 'x');
  expect([parts.length, isComplete]).toEqual([20, false]);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
  ['multipart/form-data', null],
  ['multipart/mixed; boundary=abc', null],
  ['application/json', null],
  ['nonsense', null],
  [undefined, null],
])('the boundary of %j is %j', (contentType, boundary) => {
  expect(parseBoundary(contentType)).toBe(boundary);
});
