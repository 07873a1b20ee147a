import type { Compilable, CompiledQuery } from 'kysely';
import { isPostgres } from './rowLocks.ts';
import type { Db } from './schema.ts';

/** Compiled queries by shape, with the symbols that stand for their values. */
const compiledQueries = new Map<string, { compiled: CompiledQuery; symbols: readonly unknown[] }>();

/**
 * Compiles a query of frequent requests once for each `name` and dialect, and for each length of its lists: building and
 * compiling costs more CPU time than sending it. `build` gets symbols for `values`, so it must only pass them on.
 */
export function compileOnce<Values extends Readonly<Record<string, unknown>>, Row>(
  db: Db,
  name: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): CompiledQuery<Row> {
  const lengths = Object.values(values).map(value => (Array.isArray(value) ? value.length : ''));
  const shape = `${isPostgres(db)} ${name} ${lengths.join()}`;
  const known = compiledQueries.get(shape) ?? compileWithSymbols(values, build);
  compiledQueries.set(shape, known);
  const flatValues = Object.values(values).flat();
  const parameters = known.compiled.parameters.map(parameter =>
    typeof parameter === 'symbol' ? flatValues[known.symbols.indexOf(parameter)] : parameter,
  );
  return { ...(known.compiled as CompiledQuery<Row>), parameters };
}

function compileWithSymbols<Values extends object>(values: Values, build: (values: Values) => Compilable) {
  const symbolized = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(() => Symbol(name)) : Symbol(name),
  ]);
  const compiled = build(Object.fromEntries(symbolized) as Values).compile();
  return { compiled, symbols: symbolized.flatMap(([, symbol]) => symbol) };
}
