import { afterEach, expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES, UPLOAD_LIMITS, uploadBudget } from '#server/platform/files/uploadBudget.ts';
import { apiResources } from '#server/api/resources.ts';
import { createBeforeEach, createTestServer } from '../../support/testServer.ts';

const testServer = createBeforeEach(() => createTestServer({ LIMIT_UPLOADS_PER_HOUR: '1' }));
afterEach(() => testServer.close());

const uploadUrls = apiResources.flatMap(({ prefixes, uploadPaths = [] }) =>
  prefixes.flatMap(prefix =>
    uploadPaths.map(path => prefix + path.replace(':id', '00000000-0000-4000-8000-000000000000')),
  ),
);

/** Posts a body that never ends. Returns the response and how many pieces of the body were read. */
async function postEndlessBody(url: string, headers: Record<string, string> = {}) {
  let readCount = 0;
  const body = new ReadableStream(
    {
      pull(stream) {
        readCount++;
        stream.enqueue(new Uint8Array(1_024));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
  const response = await testServer.app.request(url, init);
  return { status: response.status, body: await response.json(), headers: response.headers, readCount };
}

test.each(uploadUrls)('%s refuses a body without Content-Length before reading it', async url => {
  const { status, body, headers, readCount } = await postEndlessBody(url);
  expect([status, body]).toEqual([
    411,
    {
      code: 'length_required',
      detail: 'Нет Content-Length. Пришлите файл ещё раз',
    },
  ]);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(readCount).toBe(0);
});

test.each(uploadUrls)(
  '%s refuses a larger Content-Length than that of any file before reading it',
  async url => {
    const { status, body, readCount } = await postEndlessBody(url, {
      'content-length': String(MAX_UPLOAD_BYTES + 1),
    });
    expect([status, body]).toMatchObject([413, { codes: { file: 'file_size' } }]);
    expect(readCount).toBe(0);
  },
);

const { maxClientBytes, maxTotalBytes } = UPLOAD_LIMITS;

test.each([
  ['its client has', ['127.0.0.1'], maxClientBytes, 429],
  ['all clients have', ['203.0.113.1', '203.0.113.2', '203.0.113.3'], maxTotalBytes / 3, 503],
])(
  'an upload is refused while %s too many, which does not count against the rate limit',
  async (_, networks, bytes, status) => {
    const reservations = networks.map(network => uploadBudget.reserve(network, bytes));
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await postEndlessBody(uploadUrls[0] ?? '', { 'content-length': '100' });
      expect([refused.status, refused.headers.get('retry-after'), refused.readCount]).toEqual([
        status,
        '5',
        0,
      ]);
    }
    for (const release of reservations) release();
    const counted = await postEndlessBody(uploadUrls[0] ?? '', { 'content-length': '100' });
    expect(counted.status).toBe(404);
  },
);
