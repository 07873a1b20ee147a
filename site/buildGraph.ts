import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Which built file contains a source, and what each built file imports. Vite's manifest lists only the first module of a
 * chunk. Sources are paths in the repository, files are paths in the built site.
 */
export interface BuildGraph {
  sources: Readonly<Record<string, string>>;
  files: Readonly<Record<string, { imports: readonly string[]; css: readonly string[] }>>;
}

/** The graph's file in the built site; the server does not serve folders that begin with a dot. */
export const BUILD_GRAPH_FILE = '.vite/graph.json';

/** Writes the graph of a build of `repositoryFolder`. */
export function emitBuildGraph(repositoryFolder: string): Plugin {
  return {
    name: 'build-graph',
    apply: 'build',
    // After Vite has removed the chunks that consist of styles only.
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
      const toPath = (id: string) => relative(repositoryFolder, id).split(sep).join('/');
      const sources = chunks.flatMap(({ fileName, moduleIds }) =>
        moduleIds
          .filter(id => !/^\0|\?|\/node_modules\//.test(id))
          .map(id => [toPath(id), fileName] as const),
      );
      const files = chunks.map(({ fileName, imports, viteMetadata }) => {
        const css = [...(viteMetadata?.importedCss ?? [])];
        return [fileName, { imports, css }] as const;
      });
      const graph: BuildGraph = { sources: Object.fromEntries(sources), files: Object.fromEntries(files) };
      this.emitFile({ type: 'asset', fileName: BUILD_GRAPH_FILE, source: JSON.stringify(graph) });
    },
  };
}

/** Built scripts with everything that they import statically and their styles. Throws for a script that is not built. */
export function collectImportedFiles({ files }: BuildGraph, scripts: Iterable<string>): Set<string> {
  const collected = new Set(scripts);
  for (const name of collected) {
    if (name.endsWith('.css')) continue;
    const file = files[name];
    if (!file) throw new Error(`${name} is not in the build`);
    for (const next of [...file.imports, ...file.css]) collected.add(next);
  }
  return collected;
}

/** The built files that a source needs before it runs. Throws for a source that is not built. */
export function collectFilesOfSource(graph: BuildGraph, source: string): Set<string> {
  const file = graph.sources[source];
  if (file === undefined) throw new Error(`${source} is not in the build`);
  return collectImportedFiles(graph, [file]);
}
