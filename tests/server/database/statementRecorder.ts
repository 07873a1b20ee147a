import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** A statement with the values of one execution. */
export interface RecordedStatement {
  text: string;
  values: unknown[];
}

/**
 * Records every statement that pg sends or node:sqlite prepares in this process until it is stopped, each text once.
 */
export function recordStatements(): { statements: Map<string, RecordedStatement>; stop: () => void } {
  const statements = new Map<string, RecordedStatement>();
  const clientPrototype = pg.Client.prototype as unknown as {
    query: (config: unknown, ...rest: unknown[]) => unknown;
  };
  const { query } = clientPrototype;
  clientPrototype.query = function recordedQuery(this: unknown, config, ...rest) {
    const { text, values } =
      typeof config === 'string'
        ? { text: config, values: [] }
        : (config as { text?: string; values?: unknown[] });
    if (text !== undefined) statements.set(text, { text, values: values ?? [] });
    return query.call(this, config, ...rest);
  };
  const databasePrototype = DatabaseSync.prototype;
  const { prepare } = databasePrototype;
  databasePrototype.prepare = function recordedPrepare(text) {
    statements.set(text, { text, values: [] });
    return prepare.call(this, text);
  };
  return {
    statements,
    stop() {
      clientPrototype.query = query;
      databasePrototype.prepare = prepare;
    },
  };
}
