import {
  createSuccess,
  formatColumns,
  formatInstant,
  formatNamedValues,
  type OperatorCommand,
} from './operatorCommand.ts';

/** Maximum number of changes shown, newest first. */
const MAX_LISTED_CHANGES = 50;

/** Lists the operators' changes. */
export const changesCommand: OperatorCommand = {
  usage: ['changes'],
  summary: `list the newest ${MAX_LISTED_CHANGES} changes by operators, with who made them`,
  help: ['The list cannot be changed. It contains no requisites and no e-mail addresses.'],
  examples: ['changes'],
  options: [],
  argumentRange: [0, 0],
  async run({ db }) {
    const rows = await db
      .selectFrom('operator_changes')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(MAX_LISTED_CHANGES)
      .execute();
    if (rows.length === 0) return createSuccess('No changes.');
    const lines = rows.map(({ at, actor, command, target, detail }) => [
      formatInstant(at),
      actor || 'unknown',
      command,
      target,
      formatNamedValues(JSON.parse(detail) as Record<string, string | null>),
    ]);
    return createSuccess(formatColumns([['TIME', 'WHO', 'COMMAND', 'TARGET', 'CHANGE'], ...lines]));
  },
};
