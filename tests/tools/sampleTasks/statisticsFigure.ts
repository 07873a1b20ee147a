import type { SampleTask } from './sampleTask.ts';

/** The figure \`voided\`: accruals that were taken back. */
export const statisticsFigureTask: SampleTask = {
  name: 'a figure of the statistics',
  maxFiles: 6,
  edits: [
    {
      file: 'core/contract/account/shop.ts',
      before:
        '  /** Value of the completed claims, US dollars. */\n  turnover: decimalFromServer,\n  /** Accrued less',
      text: '  /** Accruals taken back. */\n  voided: v.optional(v.number(), 0),\n',
    },
    {
      file: 'server/platform/database/migrations/900-voided.ts',
      text: `import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Adds the number of accruals that were taken back to the statistics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, ['alter table referral_days add column voided bigint not null default 0']);
}
`,
    },
    {
      file: 'server/platform/database/partnerRows.ts',
      before: '  /** Turnover of the claims completed on this day, US cents. */',
      text: '  /** Number of accruals taken back on this day. */\n  voided: bigint;\n',
    },
    {
      file: 'server/partners/statistics/countEvents.ts',
      before: '  const income = readIncome(event);\n  return income',
      text: "  if (event.kind === 'accrual.voided') return { voided: 1n, income: readIncome(event) ?? 0n };\n",
    },
    {
      file: 'server/partners/statistics/exportStatistics.ts',
      before: "  ['Оборот, USD',",
      text: "  ['Отменено', ({ voided }) => String(voided)],\n",
    },
    {
      file: 'site/account/shop/statistics/PeriodTable.tsx',
      before: "  ['conversion', 'Конверсия',",
      text: "  ['voided', 'Отменено', row => formatCount(row.voided)],\n",
    },
  ],
};
