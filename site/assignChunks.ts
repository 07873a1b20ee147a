import { basename, dirname } from 'node:path';

/** A module of the build: what it imports at once and lazily, and the length of its code. */
export interface BuildModule {
  imports: readonly string[];
  lazyImports: readonly string[];
  size: number;
}
export type ModuleGraph = ReadonlyMap<string, BuildModule>;

/** Lazily imported modules of one folder that the same modules import, such as a page with its guard. */
export interface LazyPart {
  bit: bigint;
  folder: string;
  entries: readonly string[];
  importers: readonly string[];
}

/** Sets of lazy parts are bit masks. */
interface Chunk {
  modules: readonly string[];
  /** Parts after whose load the chunk is loaded, too. */
  loadedBy: bigint;
  /** Parts that load it: not those that load after another one of them, unless they are pages. */
  users: bigint;
  size: number;
  /** Its script and its styles, one bit each; none for a module that has a chunk already. */
  files: bigint;
}

/**
 * How much code that it does not need a lazy part may load because chunks are joined, in characters of source: about
 * 0.5 kB after Brotli.
 */
const UNUSED_LIMIT = 2300;

function countBits(mask: bigint): number {
  let bits = 0;
  for (let rest = mask; rest > 0n; rest &= rest - 1n) bits++;
  return bits;
}

const sumMasks = (masks: readonly bigint[]) => masks.reduce((sum, mask) => sum | mask, 0n);

const joinChunks = (a: Chunk, b: Chunk): Chunk => ({
  modules: [...a.modules, ...b.modules],
  loadedBy: a.loadedBy | b.loadedBy,
  users: a.users | b.users,
  size: a.size + b.size,
  files: a.files | b.files,
});

/** How often the files of a chunk are requested, if each user loads it once. */
const countRequests = ({ users, files }: Chunk) => countBits(users) * countBits(files);

/** Modules with everything that they import at once. */
export function collectImports(graph: ModuleGraph, ids: readonly string[]): Set<string> {
  const collected = new Set(ids);
  for (const id of collected) for (const next of graph.get(id)?.imports ?? []) collected.add(next);
  return collected;
}

/** Lists the lazy parts. A text is a part of its own, because each is the content of one page. */
export function listParts(graph: ModuleGraph, isFirst: (id: string) => boolean): LazyPart[] {
  const importers = new Map<string, string[]>();
  for (const [id, { lazyImports }] of graph)
    for (const entry of lazyImports)
      if (!isFirst(entry)) importers.set(entry, [...(importers.get(entry) ?? []), id]);
  const parts = Map.groupBy(importers.keys(), entry =>
    entry.endsWith('.md') ? entry : [dirname(entry), ...(importers.get(entry) ?? [])].join('\n'),
  );
  return [...parts.values()].map((entries, index) => {
    const [first = ''] = entries;
    return {
      bit: 1n << BigInt(index),
      folder: dirname(first),
      entries,
      importers: importers.get(first) ?? [],
    };
  });
}

/**
 * The parts that import each module, directly or through others. Parts of staff count only for modules that no other
 * part imports: few people load them, so they do not split the chunks of all the others.
 */
function findUsers(
  graph: ModuleGraph,
  parts: readonly LazyPart[],
  isFirst: (id: string) => boolean,
  isOfStaff: (folder: string) => boolean,
) {
  const users = new Map<string, bigint>();
  for (const { bit, entries } of parts) {
    for (const id of collectImports(graph, entries))
      if (!isFirst(id)) users.set(id, (users.get(id) ?? 0n) | bit);
  }
  const others = sumMasks(parts.filter(({ folder }) => !isOfStaff(folder)).map(({ bit }) => bit));
  for (const [id, mask] of users) users.set(id, mask & others || mask);
  return users;
}

/** Returns a function that adds to a set of parts those that load only after one of them. */
function createClosure(parts: readonly LazyPart[], users: ReadonlyMap<string, bigint>) {
  const loaders = parts.map(({ bit, importers }) => ({
    bit,
    // A module of the first load has no users.
    mask: importers.every(id => users.has(id))
      ? sumMasks(importers.map(id => users.get(id) ?? 0n)) & ~bit
      : 0n,
  }));
  const pages = sumMasks(
    parts.filter(part => part.entries.some(id => id.endsWith('Page.tsx'))).map(part => part.bit),
  );
  const findLater = (loaded: bigint) =>
    sumMasks(loaders.filter(({ mask }) => mask > 0n && (mask & ~loaded) === 0n).map(({ bit }) => bit));
  return (mask: bigint): Pick<Chunk, 'loadedBy' | 'users'> => {
    let loadedBy = mask;
    for (let later = findLater(loadedBy); (later & ~loadedBy) > 0n; later = findLater(loadedBy))
      loadedBy |= later;
    return { loadedBy, users: (loadedBy & ~findLater(loadedBy)) | (loadedBy & pages) };
  };
}

/** The chunks before any are joined: what one lazy part imports alone, and modules with the same users. */
function listFirstChunks(
  graph: ModuleGraph,
  users: ReadonlyMap<string, bigint>,
  close: ReturnType<typeof createClosure>,
  isPlaced: (id: string) => boolean,
): Chunk[] {
  const sameChunk = (id: string) => (isPlaced(id) ? id : close(users.get(id) ?? 0n).loadedBy);
  const lazyIds = [...users.keys()].filter(id => !id.endsWith('.md'));
  return [...Map.groupBy(lazyIds, sameChunk).values()].map(modules => ({
    modules,
    ...close(users.get(modules[0] ?? '') ?? 0n),
    size: modules.reduce((sum, id) => sum + (graph.get(id)?.size ?? 0), 0),
    files: sumMasks(modules.filter(id => !isPlaced(id)).map(id => (id.endsWith('.css') ? 2n : 1n))),
  }));
}

/**
 * Assigns the modules that pages load lazily to chunks. What one lazy part imports alone is its chunk, and modules with
 * the same users are a chunk. Two chunks with a common user are joined while no part then loads more than `UNUSED_LIMIT`
 * that it does not need. Whoever loads a chunk counts as a user of all its imports, and chunks with the same users are
 * one: so chunks never import each other in a circle. Modules that `siteEntry` imports are loaded first; those that match
 * `isPlaced` have a chunk. `isOfStaff`: whether a folder has parts for staff alone.
 */
export function assignChunks(
  graph: ModuleGraph,
  siteEntry: string,
  isPlaced: (id: string) => boolean,
  isOfStaff: (folder: string) => boolean,
): Map<string, string> {
  const first = collectImports(graph, [siteEntry]);
  const parts = listParts(graph, id => first.has(id));
  const users = findUsers(graph, parts, id => first.has(id), isOfStaff);
  const close = createClosure(parts, users);
  let chunks = listFirstChunks(graph, users, close, isPlaced);
  let unusedSizes: readonly number[] = parts.map(() => 0);
  for (;;) {
    const findImports = createImportSearch(graph, chunks);
    const best = findBestJoin(chunks, findImports, unusedSizes);
    if (!best) return nameChunks(graph, chunks, parts, users);
    const { pair, joined } = best;
    unusedSizes = addUnused(unusedSizes, best.unused);
    joined.loadedBy = close(joined.loadedBy).loadedBy;
    for (const chunk of findImports(...pair)) {
      chunk.users |= joined.users & ~chunk.loadedBy;
      chunk.loadedBy = close(chunk.loadedBy | joined.loadedBy).loadedBy;
    }
    const others = [...chunks.filter(chunk => !pair.includes(chunk)), joined];
    const same = Map.groupBy(others, chunk => (chunk.files === 0n ? chunk : chunk.loadedBy));
    chunks = [...same.values()].map(group => group.reduce(joinChunks));
  }
}

/** Returns a function that finds all chunks that two chunks import, directly or through others. */
function createImportSearch(graph: ModuleGraph, chunks: readonly Chunk[]) {
  const chunkOf = new Map(chunks.flatMap(chunk => chunk.modules.map(id => [id, chunk])));
  const known = new Map<Chunk, Set<Chunk>>();
  const findAll = (chunk: Chunk) => {
    const found = known.get(chunk) ?? new Set([chunk]);
    if (!known.has(chunk))
      for (const { modules } of found)
        for (const id of modules.flatMap(name => graph.get(name)?.imports ?? [])) {
          const next = chunkOf.get(id);
          if (next) found.add(next);
        }
    known.set(chunk, found);
    return found;
  };
  return (a: Chunk, b: Chunk) =>
    [...new Set([...findAll(a), ...findAll(b)])].filter(chunk => chunk !== a && chunk !== b);
}

/** Parts that load code of some size which they do not need. */
interface Unused {
  users: bigint;
  size: number;
}

/** Two chunks with what they are when joined, and what their users then load without need. */
interface Join {
  pair: [Chunk, Chunk];
  joined: Chunk;
  unused: readonly Unused[];
}

/** Adds to the unused code of each part, in the order of their bits. */
const addUnused = (sizes: readonly number[], unused: readonly Unused[]) =>
  sizes.map((size, index) =>
    unused.reduce((sum, added) => ((added.users >> BigInt(index)) & 1n ? sum + added.size : sum), size),
  );

/** The permitted join that saves most requests for the code that is loaded without need, if any saves one. */
function findBestJoin(
  chunks: readonly Chunk[],
  findImports: (a: Chunk, b: Chunk) => readonly Chunk[],
  unusedSizes: readonly number[],
): Join | undefined {
  let best: Join | undefined;
  let mostSaved = 0;
  const movable = chunks.filter(({ files }) => files > 0n);
  for (const [index, a] of movable.entries())
    for (const b of movable.slice(index + 1)) {
      if ((a.users & b.users) === 0n) continue;
      const joined = joinChunks(a, b);
      const requests = countRequests(a) + countRequests(b) - countRequests(joined);
      if (requests <= mostSaved) continue;
      // Who loads the joined chunk loads its imports, too.
      const imports = findImports(a, b).map(chunk => ({ ...chunk, users: joined.users & ~chunk.loadedBy }));
      const unused = [
        { users: a.users & ~b.loadedBy, size: b.size },
        { users: b.users & ~a.loadedBy, size: a.size },
        ...imports,
      ];
      const unusedSize = unused.reduce((sum, { users, size }) => sum + countBits(users) * size, 0);
      const saved =
        (requests - imports.reduce((sum, chunk) => sum + countRequests(chunk), 0)) / (unusedSize + 1);
      if (saved <= mostSaved || addUnused(unusedSizes, unused).some(size => size > UNUSED_LIMIT)) continue;
      mostSaved = saved;
      best = { pair: [a, b], joined, unused };
    }
  return best;
}

/**
 * Names a chunk after its part or after the folder of its largest module. What only one lazy module imports has no name:
 * the bundler puts it into the chunk of this module, which keeps the names of its exports.
 */
function nameChunks(
  graph: ModuleGraph,
  chunks: readonly Chunk[],
  parts: readonly LazyPart[],
  importedBy: ReadonlyMap<string, bigint>,
) {
  const names = new Map<string, string>();
  const sameNames = new Map<string, number>();
  for (const { modules, users, files } of chunks) {
    if (files === 0n) continue;
    const part = parts.find(({ bit }) => bit === users);
    if (part?.entries.length === 1 && modules.every(id => importedBy.get(id) === part.bit)) continue;
    const [largest = ''] = modules.toSorted((a, b) => (graph.get(b)?.size ?? 0) - (graph.get(a)?.size ?? 0));
    const name = basename(part?.folder ?? dirname(largest));
    const number = (sameNames.get(name) ?? 0) + 1;
    sameNames.set(name, number);
    for (const id of modules) names.set(id, number === 1 ? name : `${name}${number}`);
  }
  return names;
}
