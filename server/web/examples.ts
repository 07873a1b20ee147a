import { join } from 'node:path';
import type { Context } from 'hono';
import { answer } from './answer.ts';
import { load, type File } from './files.ts';
import { example, type Headers } from './policy.ts';

/** What is below /examples/: the pages that partners copy from, and the live one that writes their code. */
export interface Examples {
  /** Answers a GET or HEAD for a name below /examples/, a folder's with its index; undefined when there is none. */
  serve: (c: Context, name: string) => Response | undefined;
  files: Iterable<File>;
}

/** Reads the examples below `root`; `headers` go with each answer, a page's policy beside them. */
export async function open(root: string, headers: Headers): Promise<Examples> {
  const files = await load(join(root, 'examples'));
  const own = new Map(
    [...files].map(([name, file]) => [
      name,
      name.endsWith('.html') ? { ...headers, ...policy(file) } : headers,
    ]),
  );
  return {
    serve(c, name) {
      // The links of an index are relative to its folder.
      if (files.has(`${name}/index.html`))
        return c.body(null, 301, { ...headers, Location: `/examples/${name}/` });
      const found = /(?:^|\/)$/.test(name) ? `${name}index.html` : name;
      const file = files.get(found);
      return file && answer(c, file, own.get(found) ?? headers);
    },
    files: files.values(),
  };
}

function policy(file: File): Headers {
  return example(new TextDecoder().decode(file.body));
}
