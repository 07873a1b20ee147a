import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { maker, told } from './maker.ts';
import { bomb, located, pdf, picture } from './pictures.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

/** A multipart body with one file in it. */
function upload(bytes: Uint8Array, name = 'receipt.jpg', type = 'image/jpeg'): RequestInit {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bytes)], name, { type }));
  return { body };
}

const joined = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  );

forEachDatabase(open => {
  let world: World;
  let one: Awaited<ReturnType<typeof maker>>;
  async function begin(env: Record<string, string> = {}) {
    world = await open({ ...roomy, TRUST_PROXY: 'loopback', ...env });
    one = await maker(world, 'SBERRUB', 'USDTTRC20');
  }
  const files = () =>
    world.context.db.selectFrom('files').selectAll().where('claim_id', '=', one.id).execute();
  const kept = async () => {
    const [file] = await files();
    if (!file) throw new Error('nothing was kept');
    return { ...file, content: Buffer.from(file.content) };
  };

  describe('a receipt', () => {
    beforeEach(() => begin());

    test.each(['jpeg', 'png', 'webp'] as const)('as %s is kept, drawn anew', async format => {
      const sent = joined(await picture(format), 'more');
      const [status, answer] = await told(one.step('bill', upload(sent, `чек.${format}`)));
      expect(status).toBe(201);
      const file = await kept();
      expect(answer.bills).toEqual([
        { id: file.id, name: `чек.${format}`, type: `image/${format}`, size: file.content.length },
      ]);
      expect(file.content.equals(sent)).toBe(false);
      expect(await sharp(file.content).metadata()).toMatchObject({ format, width: 320, height: 200 });
      expect(answer.status).toBe('waiting');
    });

    test('as PDF is kept as it is', async () => {
      const sent = pdf('a receipt');
      const [status, answer] = await told(one.step('bill', upload(sent, 'чек.pdf', 'application/pdf')));
      expect([status, answer.bills]).toMatchObject([201, [{ name: 'чек.pdf', type: 'application/pdf' }]]);
      expect((await kept()).content.equals(sent)).toBe(true);
    });

    test('loses where it was taken and by whom, and stands upright', async () => {
      const sent = await located();
      expect(Buffer.from(sent).includes('SecretCamera')).toBe(true);
      await told(one.step('bill', upload(sent)));
      const { content } = await kept();
      const { exif, orientation, width, height } = await sharp(content).metadata();
      expect({ exif, orientation, width, height }).toEqual({
        exif: undefined,
        orientation: undefined,
        width: 200,
        height: 320,
      });
      for (const trace of ['SecretCamera', 'Petrov', 'Exif']) expect(content.includes(trace)).toBe(false);
    });

    test('that is something else behind a picture is the picture alone', async () => {
      const tail = '<script>alert(1)</script>PK\u0005\u0006 an archive';
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const sent = joined(await picture(format, { seed: format.length }), tail);
        expect((await told(one.step('bill', upload(sent))))[0]).toBe(201);
      }
      expect((await files()).length).toBe(3);
      for (const { content } of await files()) {
        expect(Buffer.from(content).includes('script')).toBe(false);
        expect(Buffer.from(content).includes('PK\u0005\u0006')).toBe(false);
      }
    });

    test('sent twice is one, under the name it had first, also when the claim has moved on', async () => {
      const sent = await picture('jpeg');
      const first = await told(one.step('bill', upload(sent, 'a.jpg')));
      expect(await told(one.step('bill', upload(sent, 'b.jpg')))).toEqual(first);
      const both = [picture('png'), picture('png')].map(async next => one.step('bill', upload(await next)));
      expect((await Promise.all(both)).map(answer => answer.status)).toEqual([201, 201]);
      expect((await files()).length).toBe(2);
      await one.move('confirming');
      expect(await told(one.step('bill', upload(sent)))).toMatchObject([201, { status: 'confirming' }]);
      expect(await told(one.step('bill', upload(await picture('webp'))))).toMatchObject([
        409,
        { status: 'confirming' },
      ]);
    });

    test('is taken away while nobody examines it, twice as once', async () => {
      await told(one.step('bill', upload(await picture('jpeg'))));
      const { id } = await kept();
      const gone = { method: 'DELETE' };
      const other = await maker(world, 'SBERRUB', 'USDTTRC20');
      expect(await told(other.step(`bill/${id}`, gone))).toMatchObject([200, { id: other.id }]);
      expect((await files()).length).toBe(1);
      for (let n = 0; n < 2; n++)
        expect(await told(one.step(`bill/${id}`, gone))).toMatchObject([200, { bills: [] }]);
      await told(one.step('bill', upload(await picture('jpeg'))));
      await one.pay('1000');
      expect(await told(one.step(`bill/${(await kept()).id}`, gone))).toMatchObject([
        409,
        { status: 'hold' },
      ]);
      expect((await files()).length).toBe(1);
    });

    test.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\users\\чек.jpg', 'чек.jpg'],
      ['a\u202egpj.exe', 'agpj.exe'],
      ['<img src=x>.png', 'img src=x.png'],
      ['\u0000\u0007', 'receipt'],
      ['я'.repeat(300), 'я'.repeat(100)],
    ])('named %j is shown as %j', async (name, shown) => {
      const [, answer] = await told(one.step('bill', upload(await picture('jpeg'), name)));
      expect(answer.bills).toMatchObject([{ name: shown }]);
    });

    test('is one of three at most, and none after the claim is closed', async () => {
      for (let seed = 1; seed <= 3; seed++)
        expect((await told(one.step('bill', upload(await picture('png', { seed })))))[0]).toBe(201);
      expect(await told(one.step('bill', upload(await picture('png', { seed: 4 }))))).toMatchObject([
        400,
        { codes: { file: 'file_count' }, file: ['Файлов может быть не\u00a0больше 3. Удалите лишний'] },
      ]);
      await told(one.step('cancel'));
      const late = await told(one.step('bill', upload(await picture('png', { seed: 5 }))));
      expect(late).toMatchObject([409, { status: 'cancelled' }]);
      expect((await files()).length).toBe(3);
    });

    const huge = 8 * 1024 * 1024 + 1;
    const refused: [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
      ['text', () => joined('hello'), 'file_type'],
      ['a page', () => joined('<html><script>1</script>'), 'file_type'],
      ['SVG', () => joined('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file_type'],
      ['GIF', () => joined('GIF89a', new Uint8Array(64)), 'file_type'],
      ['a program', () => joined('MZ', new Uint8Array(64)), 'file_type'],
      ['nothing', () => new Uint8Array(), 'file_empty'],
      [
        'a byte too many',
        async () => joined(await picture('jpeg'), new Uint8Array(huge)).subarray(0, huge),
        'file_size',
      ],
      ['far too many bytes', () => new Uint8Array(20 * 1024 * 1024), 'file_size'],
      ['a cut JPEG', async () => (await picture('jpeg')).subarray(0, 900), 'file_broken'],
      [
        'the head of a JPEG before a page',
        () => joined('\xff\xd8\xff\xe0', '<script>1</script>'),
        'file_broken',
      ],
      ['a PNG with a torn middle', async () => torn(await picture('png')), 'file_broken'],
      ['pixels without end in few bytes', () => bomb(30_000, 30_000), 'file_pixels'],
      ['a row over 40 million pixels', () => bomb(8_000, 5_001), 'file_pixels'],
      ['a PDF without its end', () => pdf().subarray(0, 20), 'file_type'],
      ['a page in a PDF', () => pdf('<html><script>1</script></html>'), 'file_type'],
      [
        'a PDF with an archive behind it',
        () => joined(pdf(), 'PK\u0005\u0006', new Uint8Array(18)),
        'file_type',
      ],
      ['a PDF behind a page', () => joined('<html>', pdf()), 'file_type'],
    ];
    test.each(refused)('of %s is refused with a sentence, and nothing is kept', async (_, make, code) => {
      const before = process.memoryUsage().rss;
      const [status, answer] = await told(one.step('bill', upload(await make())));
      expect([status, answer.codes]).toEqual([400, { file: code }]);
      expect(answer.file).toEqual([expect.stringMatching(/^[А-ЯЁ]/)]);
      expect(await files()).toEqual([]);
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    });

    test('of 40 million pixels is taken, as large as print can be read', async () => {
      const [status] = await told(one.step('bill', upload(bomb(8_000, 5_000))));
      expect(status).toBe(201);
      expect(await sharp((await kept()).content).metadata()).toMatchObject({ width: 4_000, height: 2_500 });
    });

    test.each([
      ['JSON', { body: '{}' }, 'file_broken'],
      [
        'a broken multipart',
        { body: '--x\r\nnothing', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        'file_broken',
      ],
      ['no file', { body: new FormData() }, 'empty'],
      ['text in its place', { body: form(['file', 'text']) }, 'empty'],
      [
        'two files',
        { body: form(['file', new File(['1'], 'a')], ['file', new File(['2'], 'b')]) },
        'file_count',
      ],
    ])('that is %s is refused', async (_, init, code) => {
      expect(await told(one.step('bill', init as RequestInit))).toMatchObject([
        400,
        { codes: { file: code } },
      ]);
    });
  });

  test('ten an hour and address are taken, then Retry-After says when', async () => {
    await begin({ LIMIT_UPLOADS_PER_HOUR: '' });
    const from = (address: string) => ({ ...upload(pdf('x')), headers: { 'x-forwarded-for': address } });
    for (let n = 0; n < 10; n++) expect((await one.step('bill', from('203.0.113.5'))).status).toBe(201);
    const answer = await one.step('bill', from('203.0.113.5'));
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, 360]);
    expect((await one.step('bill', from('203.0.113.6'))).status).toBe(201);
    world.forward(360_000);
    expect((await one.step('bill', from('203.0.113.5'))).status).toBe(201);
  });
});

function form(...entries: [string, string | File][]): FormData {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

function torn(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy.fill(0, copy.length >> 1, (copy.length >> 1) + 64);
  return copy;
}
