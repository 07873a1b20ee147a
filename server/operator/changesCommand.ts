import { selectRows } from './selectRows.ts';
import { defineCall } from './defineCommand.ts';
import { formatInstant, formatNamedValues, formatTable, MAX_LISTED_ROWS } from './formatText.ts';

/** Lists the operators' changes. */
export const changesCommands = [
  {
    name: 'changes',
    summary: `list the newest ${MAX_LISTED_ROWS} changes by operators, with who made them`,
    notes:
      'The list cannot be changed. It contains no requisites and no e-mail addresses of clients. NETWORK is empty for changes by the command line.',
  },
  defineCall('changes', {}, async ({ db }) => {
    const changes = selectRows(db, 'operator_changes').orderBy('id', 'desc').limit(MAX_LISTED_ROWS);
    return formatTable(await changes.execute(), 'No changes.', {
      TIME: ({ at }) => formatInstant(at),
      WHO: ({ actor }) => actor || 'unknown',
      NETWORK: ({ network }) => network,
      COMMAND: ({ command }) => command,
      TARGET: ({ target }) => target,
      CHANGE: ({ detail }) => formatNamedValues(JSON.parse(detail) as Record<string, string | null>),
    });
  }),
];
