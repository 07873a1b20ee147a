import type { Compilable, CompiledQuery } from 'kysely';
import { isPostgres } from './rowLocks.ts';
import type { Db } from './schema.ts';

/** A value of a compiled query; of a list, each of its values. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Compiled queries with placeholders, by shape. */
const compiledQueries = new Map<string, CompiledQuery>();

/**
 * Compiles a query of frequent requests once for each `name` and dialect, and for each length of its lists: building and
 * compiling costs more CPU time than sending it. `build` gets placeholders for `values`, so it must only pass them on.
 */
export function compileOnce<Values extends Readonly<Record<string, unknown>>, Row>(
  db: Db,
  name: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): CompiledQuery<Row> {
  const flatValues = Object.values(values).flat();
  const lengths = Object.values(values).map(value => (Array.isArray(value) ? value.length : ''));
  const shape = `${isPostgres(db)} ${name} ${lengths.join()}`;
  const compiled = compiledQueries.get(shape) ?? build(createPlaceholders(values)).compile();
  compiledQueries.set(shape, compiled);
  const parameters = compiled.parameters.map(parameter =>
    parameter instanceof Placeholder ? flatValues[parameter.index] : parameter,
  );
  return { ...(compiled as CompiledQuery<Row>), parameters };
}

function createPlaceholders<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  let count = 0;
  const replace = () => new Placeholder(count++);
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(replace) : replace(),
  ]);
  return Object.fromEntries(entries) as Values;
}
