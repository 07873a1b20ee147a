import { join } from 'node:path';
import type { Context } from 'hono';
import { sendFile } from './fileResponse.ts';
import { loadStaticFiles, type StaticFile } from './staticFiles.ts';
import { createExampleHeaders, type ResponseHeaders } from './securityHeaders.ts';

/** What is below /examples/: the pages that partners copy from, and the live one that writes their code. */
export interface ExamplePages {
  /** Answers a GET or HEAD for a name below /examples/, a folder's with its index; undefined when there is none. */
  serve: (c: Context, name: string) => Response | undefined;
  files: Iterable<StaticFile>;
}

/** Reads the examples below `root`; `headers` go with each answer, a page's policy beside them. */
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
      // The links of an index are relative to its folder.
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
