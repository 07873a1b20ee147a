import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#server/files/uploadLength.ts';
import { apiResources } from '#server/routes/resources.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';

let testServer: TestServer;
beforeEach(async () => {
  testServer = await createTestServer();
});
afterEach(() => testServer.close());

const uploadUrls = apiResources.flatMap(({ prefixes, uploadPaths }) =>
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
