import { changeWithAudit } from './auditLog.ts';
import { saveSetting } from './catalogue/saveSetting.ts';
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
    return changeWithAudit(context, async trx => {
      await saveSetting(trx, 'tech', { tech: state === 'on', until: null });
      return {
        ...createSuccess(
          state === 'on' ? 'The exchange is closed for maintenance.' : 'The exchange is open.',
        ),
        entry: { command: 'maintenance', target: 'exchange', detail: { set: state } },
      };
    });
  },
};
