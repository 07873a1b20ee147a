import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClaimDriver, readStatusAndBody } from '../../support/claimDriver.ts';
import {
  createPixelBomb,
  createGeotaggedJpeg,
  createPdf,
  createImage,
} from '../../../support/sampleFiles.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';

/** Builds a multipart body with one file. */
function uploadBody(bytes: Uint8Array, name = 'receipt.jpg', type = 'image/jpeg'): RequestInit {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bytes)], name, { type }));
  return { body };
}

const concatBytes = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  );

forEachDatabase(startServer => {
  let testServer: TestServer;
  let driver: Awaited<ReturnType<typeof createClaimDriver>>;
  async function setupClaim(env: Record<string, string> = {}) {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env });
    driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
  }
  const listFiles = () =>
    testServer.context.db.selectFrom('files').selectAll().where('claim_id', '=', driver.id).execute();
  const readStoredFile = async () => {
    const [file] = await listFiles();
    if (!file) throw new Error('no file was stored');
    return { ...file, content: Buffer.from(file.content) };
  };

  describe('a receipt', () => {
    beforeEach(() => setupClaim());

    test.each(['jpeg', 'png', 'webp'] as const)('as %s is stored re-encoded', async format => {
      const sent = concatBytes(await createImage(format), 'more');
      const [status, body] = await readStatusAndBody(
        driver.postStep('bill', uploadBody(sent, `чек.${format}`)),
      );
      expect(status).toBe(201);
      const file = await readStoredFile();
      expect(body.bills).toEqual([
        { id: file.id, name: `чек.${format}`, type: `image/${format}`, size: file.content.length },
      ]);
      expect(file.content.equals(sent)).toBe(false);
      expect(await sharp(file.content).metadata()).toMatchObject({ format, width: 320, height: 200 });
      expect(body.status).toBe('waiting');
    });

    test('as PDF is stored unchanged', async () => {
      const sent = createPdf('a receipt');
      const [status, body] = await readStatusAndBody(
        driver.postStep('bill', uploadBody(sent, 'чек.pdf', 'application/pdf')),
      );
      expect([status, body.bills]).toMatchObject([201, [{ name: 'чек.pdf', type: 'application/pdf' }]]);
      expect((await readStoredFile()).content.equals(sent)).toBe(true);
    });

    test('loses its EXIF data and is rotated upright', async () => {
      const sent = await createGeotaggedJpeg();
      expect(Buffer.from(sent).includes('SecretCamera')).toBe(true);
      await readStatusAndBody(driver.postStep('bill', uploadBody(sent)));
      const { content } = await readStoredFile();
      const { exif, orientation, width, height } = await sharp(content).metadata();
      expect({ exif, orientation, width, height }).toEqual({
        exif: undefined,
        orientation: undefined,
        width: 200,
        height: 320,
      });
      for (const trace of ['SecretCamera', 'Petrov', 'Exif']) expect(content.includes(trace)).toBe(false);
    });

    test('loses data appended to the image', async () => {
      const tail = '<script>alert(1)</script>PK\u0005\u0006 an archive';
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const sent = concatBytes(await createImage(format, { seed: format.length }), tail);
        expect((await readStatusAndBody(driver.postStep('bill', uploadBody(sent))))[0]).toBe(201);
      }
      expect((await listFiles()).length).toBe(3);
      for (const { content } of await listFiles()) {
        expect(Buffer.from(content).includes('script')).toBe(false);
        expect(Buffer.from(content).includes('PK\u0005\u0006')).toBe(false);
      }
    });

    test('sent twice is stored once under its first name, also in a later status', async () => {
      const sent = await createImage('jpeg');
      const first = await readStatusAndBody(driver.postStep('bill', uploadBody(sent, 'a.jpg')));
      expect(await readStatusAndBody(driver.postStep('bill', uploadBody(sent, 'b.jpg')))).toEqual(first);
      const both = [createImage('png'), createImage('png')].map(async next =>
        driver.postStep('bill', uploadBody(await next)),
      );
      expect((await Promise.all(both)).map(response => response.status)).toEqual([201, 201]);
      expect((await listFiles()).length).toBe(2);
      await driver.move('confirming');
      expect(await readStatusAndBody(driver.postStep('bill', uploadBody(sent)))).toMatchObject([
        201,
        { status: 'confirming' },
      ]);
      expect(
        await readStatusAndBody(driver.postStep('bill', uploadBody(await createImage('webp')))),
      ).toMatchObject([409, { status: 'confirming' }]);
    });

    test('can be deleted before the review, idempotently', async () => {
      await readStatusAndBody(driver.postStep('bill', uploadBody(await createImage('jpeg'))));
      const { id } = await readStoredFile();
      const deleteRequest = { method: 'DELETE' };
      const other = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
      expect(await readStatusAndBody(other.postStep(`bill/${id}`, deleteRequest))).toMatchObject([
        200,
        { id: other.id },
      ]);
      expect((await listFiles()).length).toBe(1);
      for (let n = 0; n < 2; n++)
        expect(await readStatusAndBody(driver.postStep(`bill/${id}`, deleteRequest))).toMatchObject([
          200,
          { bills: [] },
        ]);
      await readStatusAndBody(driver.postStep('bill', uploadBody(await createImage('jpeg'))));
      await driver.pay('1000');
      expect(
        await readStatusAndBody(driver.postStep(`bill/${(await readStoredFile()).id}`, deleteRequest)),
      ).toMatchObject([409, { status: 'hold' }]);
      expect((await listFiles()).length).toBe(1);
    });

    test.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\users\\чек.jpg', 'чек.jpg'],
      ['a\u202egpj.exe', 'agpj.exe'],
      ['<img src=x>.png', 'img src=x.png'],
      ['\u0000\u0007', 'receipt'],
      ['я'.repeat(300), 'я'.repeat(100)],
    ])('named %j is shown as %j', async (name, storedName) => {
      const [, body] = await readStatusAndBody(
        driver.postStep('bill', uploadBody(await createImage('jpeg'), name)),
      );
      expect(body.bills).toMatchObject([{ name: storedName }]);
    });

    test('is limited to three and refused after the claim is closed', async () => {
      for (let seed = 1; seed <= 3; seed++)
        expect(
          (
            await readStatusAndBody(driver.postStep('bill', uploadBody(await createImage('png', { seed }))))
          )[0],
        ).toBe(201);
      expect(
        await readStatusAndBody(driver.postStep('bill', uploadBody(await createImage('png', { seed: 4 })))),
      ).toMatchObject([
        400,
        { codes: { file: 'file_count' }, file: ['Файлов может быть не больше 3. Удалите лишний'] },
      ]);
      await readStatusAndBody(driver.postStep('cancel'));
      const late = await readStatusAndBody(
        driver.postStep('bill', uploadBody(await createImage('png', { seed: 5 }))),
      );
      expect(late).toMatchObject([409, { status: 'cancelled' }]);
      expect((await listFiles()).length).toBe(3);
    });

    const huge = 8 * 1024 * 1024 + 1;
    const refused: [string, () => Promise<Uint8Array> | Uint8Array, string, status?: number][] = [
      ['text', () => concatBytes('hello'), 'file_type'],
      ['an HTML page', () => concatBytes('<html><script>1</script>'), 'file_type'],
      ['SVG', () => concatBytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file_type'],
      ['GIF', () => concatBytes('GIF89a', new Uint8Array(64)), 'file_type'],
      ['a program', () => concatBytes('MZ', new Uint8Array(64)), 'file_type'],
      ['an empty file', () => new Uint8Array(), 'file_empty'],
      [
        'one byte over the limit',
        async () => concatBytes(await createImage('jpeg'), new Uint8Array(huge)).subarray(0, huge),
        'file_size',
      ],
      ['20 MB', () => new Uint8Array(20 * 1024 * 1024), 'file_size', 413],
      ['a truncated JPEG', async () => (await createImage('jpeg')).subarray(0, 900), 'file_broken'],
      [
        'a JPEG header before an HTML page',
        () => concatBytes('\xff\xd8\xff\xe0', '<script>1</script>'),
        'file_broken',
      ],
      ['a PNG with a corrupted middle', async () => corruptMiddle(await createImage('png')), 'file_broken'],
      ['a small image of 900 million pixels', () => createPixelBomb(30_000, 30_000), 'file_pixels'],
      ['a row over 40 million pixels', () => createPixelBomb(8_000, 5_001), 'file_pixels'],
      ['a PDF without its end', () => createPdf().subarray(0, 20), 'file_type'],
      ['an HTML page in a PDF', () => createPdf('<html><script>1</script></html>'), 'file_type'],
      [
        'a PDF followed by an archive',
        () => concatBytes(createPdf(), 'PK\u0005\u0006', new Uint8Array(18)),
        'file_type',
      ],
      ['a PDF after an HTML page', () => concatBytes('<html>', createPdf()), 'file_type'],
    ];
    test.each(refused)(
      'of %s is refused with a message and not stored',
      async (_, createFile, code, refusalStatus = 400) => {
        const before = process.memoryUsage().rss;
        const [status, body] = await readStatusAndBody(
          driver.postStep('bill', uploadBody(await createFile())),
        );
        expect([status, body.codes]).toEqual([refusalStatus, { file: code }]);
        expect(body.file).toEqual([expect.stringMatching(/^[А-ЯЁ]/)]);
        expect(await listFiles()).toEqual([]);
        expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
      },
    );

    test('of 40 million pixels is accepted and scaled down', async () => {
      const [status] = await readStatusAndBody(
        driver.postStep('bill', uploadBody(createPixelBomb(8_000, 5_000))),
      );
      expect(status).toBe(201);
      expect(await sharp((await readStoredFile()).content).metadata()).toMatchObject({
        width: 4_000,
        height: 2_500,
      });
    });

    test.each([
      ['JSON', { body: '{}' }, 'file_broken'],
      [
        'a broken multipart',
        { body: '--x\r\nnothing', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        'file_broken',
      ],
      ['no file', { body: new FormData() }, 'empty'],
      ['text instead of a file', { body: createForm(['file', 'text']) }, 'empty'],
      [
        'two files',
        { body: createForm(['file', new File(['1'], 'a')], ['file', new File(['2'], 'b')]) },
        'file_count',
      ],
    ])('with %s is refused', async (_, init, code) => {
      expect(await readStatusAndBody(driver.postStep('bill', init as RequestInit))).toMatchObject([
        400,
        { codes: { file: code } },
      ]);
    });
  });

  test('accepts ten uploads an hour per address, then sends Retry-After', async () => {
    await setupClaim({ LIMIT_UPLOADS_PER_HOUR: '' });
    const uploadFrom = (address: string) => ({
      ...uploadBody(createPdf('x')),
      headers: { 'x-forwarded-for': address },
    });
    for (let n = 0; n < 10; n++)
      expect((await driver.postStep('bill', uploadFrom('203.0.113.5'))).status).toBe(201);
    const response = await driver.postStep('bill', uploadFrom('203.0.113.5'));
    // The bucket gets its next token after six minutes.
    expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, 360]);
    expect((await driver.postStep('bill', uploadFrom('203.0.113.6'))).status).toBe(201);
    testServer.advanceClock(360_000);
    expect((await driver.postStep('bill', uploadFrom('203.0.113.5'))).status).not.toBe(429);
  });
});

function createForm(...entries: [string, string | File][]): FormData {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

function corruptMiddle(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy.fill(0, copy.length >> 1, (copy.length >> 1) + 64);
  return copy;
}
