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
  const stopClients = watchClients((_client, { text, values }, send) => {
    statements.set(text, { text, values });
    return send();
  });
  const databasePrototype = DatabaseSync.prototype;
  const { prepare } = databasePrototype;
  databasePrototype.prepare = function recordedPrepare(text) {
    statements.set(text, { text, values: [] });
    return prepare.call(this, text);
  };
  return {
    statements,
    stop() {
      stopClients();
      databasePrototype.prepare = prepare;
    },
  };
}

/**
 * Records the texts of the statements that pg sends in this process, a list for each round trip: statements that are sent
 * before the response to an earlier one of their connection share its round trip.
 */
export function recordRoundTrips(): { roundTrips: string[][]; stop: () => void } {
  const roundTrips: string[][] = [];
  const sent = new WeakMap<object, { texts: string[]; pending: number }>();
  const stop = watchClients((client, { text }, send) => {
    const known = sent.get(client);
    const trip = known && known.pending > 0 ? known : { texts: [], pending: 0 };
    if (trip !== known) roundTrips.push(trip.texts);
    sent.set(client, trip);
    trip.texts.push(text);
    trip.pending++;
    return send().finally(() => trip.pending--);
  });
  return { roundTrips, stop };
}

/** Calls `watch` for each statement that pg sends, until the returned function is called. */
function watchClients(
  watch: (client: object, statement: RecordedStatement, send: () => Promise<unknown>) => unknown,
): () => void {
  const prototype = pg.Client.prototype as unknown as {
    query: (config: unknown, ...rest: unknown[]) => Promise<unknown>;
  };
  const { query } = prototype;
  prototype.query = function watchedQuery(this: object, config, ...rest) {
    const { text, values = [] } =
      typeof config === 'string' ? { text: config } : (config as Partial<RecordedStatement>);
    const send = () => query.call(this, config, ...rest);
    return (text === undefined ? send() : watch(this, { text, values }, send)) as Promise<unknown>;
  };
  return () => void (prototype.query = query);
}
