import { parseArgs } from 'node:util';

/** Options of one run. */
export interface BenchOptions {
  /** Length of each measurement, seconds. */
  seconds: number;
  /** Servers that share the PostgreSQL database. SQLite always has one. */
  processes: number;
  databases: readonly ('postgres' | 'sqlite')[];
  /** Whether the load also runs on a database with a million closed claims. */
  large: boolean;
  /** Whether only accounts are measured: logins under attack, and with `large` the list of claims. */
  accounts: boolean;
  /** Whether only webhooks are measured, with half of the receivers dead. */
  webhooks: boolean;
  /** Whether only the statistics of a partner with a million claims are measured. */
  partners: boolean;
  /** Whether only the ledger of partners is checked, under kill -9. */
  ledger: boolean;
  /** Whether only public reads are measured, compared with bare routes. */
  reads: boolean;
  /** Whether only the memory of a server is measured, with claims and reads at half load. */
  memory: boolean;
  /** Whether all claims come from one client address. By default each has its own. */
  usesOneAddress: boolean;
  /** Pause of a reading client after each response, milliseconds. */
  readPauseMs: number;
  /** Pause of a client after a created claim, milliseconds. */
  writePauseMs: number;
}

/** The help text. */
export const USAGE = `Usage: npm run bench:server -- [options]

--seconds N             length of each measurement, default 10
--only postgres|sqlite  measures one database
--processes N           servers on one PostgreSQL, default 2, for webhooks 1; the clients spread over them
--large                 repeats the load on a database with a million closed claims
--accounts              measures accounts instead: logins under attack; with --large the list of 10,000 claims, too
--webhooks              measures webhooks instead: 1,000 a minute, half of their receivers dead, for at least a minute
--partners              measures partners instead: the statistics of a million claims and five million clicks
--ledger                checks the ledgers of partners instead: 10,000 operations, 50 at once, killed in between
--reads                 measures public reads instead, compared with bare routes that send the same bytes
--memory                measures memory instead, of one server with claims and reads at half load: --seconds 1800
--one-address           all claims come from one client address; by default each has its own
--pause N               pause of a reading client after each response, milliseconds, default 20`;

/** Parses the command line. Null if it is invalid. */
export function parseOptions(args: string[]): BenchOptions | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        seconds: { type: 'string', default: '10' },
        only: { type: 'string' },
        processes: { type: 'string' },
        large: { type: 'boolean', default: false },
        accounts: { type: 'boolean', default: false },
        webhooks: { type: 'boolean', default: false },
        partners: { type: 'boolean', default: false },
        ledger: { type: 'boolean', default: false },
        reads: { type: 'boolean', default: false },
        memory: { type: 'boolean', default: false },
        'one-address': { type: 'boolean', default: false },
        pause: { type: 'string', default: '20' },
      },
    });
    const databases = (['postgres', 'sqlite'] as const).filter(
      name => values.only === undefined || values.only === name,
    );
    const options = {
      seconds: Number(values.seconds),
      processes: Number(values.processes ?? (values.webhooks ? 1 : 2)),
      databases,
      large: values.large,
      accounts: values.accounts,
      webhooks: values.webhooks,
      partners: values.partners,
      ledger: values.ledger,
      reads: values.reads,
      memory: values.memory,
      usesOneAddress: values['one-address'],
      readPauseMs: Number(values.pause),
      writePauseMs: 0,
    };
    const isPositive = (count: number) => Number.isInteger(count) && count > 0;
    const isValid =
      isPositive(options.seconds) &&
      isPositive(options.processes) &&
      databases.length > 0 &&
      options.readPauseMs >= 0;
    return isValid ? options : null;
  } catch {
    return null;
  }
}
