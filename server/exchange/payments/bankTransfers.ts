import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ExchangeContext } from '../context.ts';

/** Selects the transfers that a bank has reported and that nobody has recorded or dismissed. */
export const selectWaitingTransfers = (db: Db) =>
  db
    .selectFrom('bank_transfers')
    .innerJoin('currencies', 'currencies.id', 'bank_transfers.currency_id')
    .where('dismissed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.currency_id', '=', 'bank_transfers.currency_id')
            .whereRef('payments.reference', '=', 'bank_transfers.reference'),
        ),
      ),
    );

/** Deletes transfers that were reported `RETENTION_DAYS` ago: their texts contain names. */
export const deleteOldTransfers = ({ config, db, now }: ExchangeContext): Promise<number> =>
  deleteOldRows(db, {
    table: 'bank_transfers',
    key: 'id',
    time: 'at',
    until: now() - config.retentionDays * DAY_MS,
  });
