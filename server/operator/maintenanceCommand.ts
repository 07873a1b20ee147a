import { runInTransaction } from '../database/database.ts';
import { writeAuditEntry } from './auditLog.ts';
import { createSuccess, createFailure, formatUsage, type OperatorCommand } from './operatorCommand.ts';

/** Closes the exchange for maintenance, or opens it again. */
export const maintenanceCommand: OperatorCommand = {
  usage: ['maintenance on|off'],
  summary: 'close the exchange for maintenance, or open it again',
  help: ['Running servers apply it within a second. Existing claims do not change.'],
  examples: ['maintenance on'],
  options: [],
  argumentRange: [1, 1],
  async run(context, [state = '']) {
    if (state !== 'on' && state !== 'off') return createFailure(formatUsage(maintenanceCommand));
    const value = JSON.stringify({ tech: state === 'on', until: null });
    await runInTransaction(context.db, async trx => {
      await trx
        .insertInto('settings')
        .values({ name: 'tech', value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute();
      await writeAuditEntry(context, trx, {
        command: 'maintenance',
        target: 'exchange',
        detail: { set: state },
      });
    });
    return createSuccess(
      state === 'on' ? 'The exchange is closed for maintenance.' : 'The exchange is open.',
    );
  },
};
