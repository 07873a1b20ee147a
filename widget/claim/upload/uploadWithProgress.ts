import type { UploadTransport } from '#core/api/upload.ts';

/** A multipart POST with upload progress, which fetch does not report. */
export const uploadWithProgress: UploadTransport = (url, { headers, body, signal }, onProgress) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const { status, responseText } = request;
      resolve(
        new Response(status === 204 ? null : responseText, {
          status,
          ...(retryAfter && { headers: { 'retry-after': retryAfter } }),
        }),
      );
    });
    request.addEventListener('error', () => reject(new TypeError('the upload failed')));
    request.addEventListener('abort', () =>
      reject(new DOMException('the upload was called off', 'AbortError')),
    );
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
