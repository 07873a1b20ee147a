import { readFileSync } from 'node:fs';
import { BUILD_GRAPH_FILE, type BuildGraph } from '#site/buildGraph.ts';

const graphFile = new URL(`../../../dist/site/${BUILD_GRAPH_FILE}`, import.meta.url);

/** URL path of the built file that contains a source file. */
export function findBuiltPath(source: string): string {
  const { sources } = JSON.parse(readFileSync(graphFile, 'utf8')) as BuildGraph;
  const file = sources[source];
  if (file === undefined) throw new Error(`${source} is not in the build`);
  return `/${file}`;
}
