import type { Transport } from '#core/api/upload.ts';

/** A multipart POST that tells how much of it has left: fetch cannot. */
export const send: Transport = (url, { headers, body, signal }, progress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const retry = request.getResponseHeader('retry-after');
      const { status, responseText } = request;
      resolve(
        new Response(status === 204 ? null : responseText, {
          status,
          ...(retry && { headers: { 'retry-after': retry } }),
        }),
      );
    };
    request.onerror = () => reject(new TypeError('the upload did not arrive'));
    request.onabort = () => reject(new DOMException('the upload was called off', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
