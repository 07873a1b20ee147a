import { join } from 'node:path';
import type { Context } from 'hono';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import { loadStaticFiles, type StaticFile } from '#server/platform/http/response/staticFiles.ts';
import { createExampleHeaders } from './securityHeaders.ts';
import type { ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';

/** Pages below /examples/: examples for partners, and the live code builder. */
export interface ExamplePages {
  /** Responds to GET and HEAD below /examples/; to a folder with its index. Returns undefined for unknown names. */
  serve: (c: Context, name: string) => Response | undefined;
  files: Iterable<StaticFile>;
}

/** Loads the examples below `root`. Every response has `headers`; a page also has its Content-Security-Policy. */
export async function loadExamplePages(root: string, headers: ResponseHeaders): Promise<ExamplePages> {
  const files = await loadStaticFiles(join(root, 'examples'));
  const headersByName = new Map(
    [...files].map(([name, file]) => [
      name,
      name.endsWith('.html') ? { ...headers, ...createPageHeaders(file) } : headers,
    ]),
  );
  return {
    serve(c, name) {
      // Links of an index are relative to its folder.
      if (files.has(`${name}/index.html`))
        return c.body(null, 301, { ...headers, Location: `/examples/${name}/` });
      const fileName = /(?:^|\/)$/.test(name) ? `${name}index.html` : name;
      const file = files.get(fileName);
      return file && sendFile(c, file, headersByName.get(fileName) ?? headers);
    },
    files: files.values(),
  };
}

function createPageHeaders(file: StaticFile): ResponseHeaders {
  return createExampleHeaders(new TextDecoder().decode(file.body));
}
