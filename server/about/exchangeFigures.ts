import type { Kysely } from 'kysely';
import type { ExchangeFigures } from '#core/contract/siteSettings.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ServerContext } from '../context.ts';
import type { DatabaseSchema } from '../database/schema.ts';

/** The figures count what was completed in this time, days. */
const FIGURES_DAYS = 30;

/** With fewer exchanges no figure is shown: a few do not tell how long the next one takes. */
export const MIN_SHOWN_EXCHANGES = 50;

/** How long figures are used before they are computed again, milliseconds. */
const FIGURES_LIFETIME_MS = 600_000;

type FiguresContext = Pick<ServerContext, 'config' | 'db' | 'log' | 'now'>;

/** Counts the exchanges of the last days, with the median time from the payment to its end; null if they are too few. */
export async function computeExchangeFigures({
  db,
  now,
}: Pick<FiguresContext, 'db' | 'now'>): Promise<ExchangeFigures | null> {
  const durations = await listDurations(db, now());
  const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)];
  if (median === undefined || durations.length < MIN_SHOWN_EXCHANGES) return null;
  return {
    days: FIGURES_DAYS,
    exchanges: durations.length,
    // Up: nobody is promised less than it takes.
    payoutMinutes: Math.max(1, Math.ceil(median / 60_000)),
  };
}

/** Lists how long recent exchanges took after their first payment, milliseconds. Nobody pays simulated claims. */
async function listDurations(db: Kysely<DatabaseSchema>, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('claim_events')
    .select(({ selectFrom }) => [
      'at',
      selectFrom('payments')
        .select(({ fn }) => fn.min('payments.at').as('at'))
        .whereRef('payments.claim_id', '=', 'claim_events.claim_id')
        .as('paid_at'),
    ])
    .where('to_status', '=', 'completed')
    .where('at', '>', BigInt(now - FIGURES_DAYS * DAY_MS))
    .where('claim_id', 'not in', db.selectFrom('simulated_claims').select('claim_id'))
    .execute();
  return rows.flatMap(({ at, paid_at }) => (paid_at === null ? [] : [Number(at - paid_at)]));
}

/**
 * Returns a function that returns the last figures at once and computes new ones after ten minutes; null while there are
 * none, or the operator does not show them. A demo has none: nobody has paid its claims.
 */
export function createFiguresReader(context: FiguresContext): () => ExchangeFigures | null {
  const { config, log, now } = context;
  if (!config.about.showsFigures || config.operator === 'demo') return () => null;
  let figures: ExchangeFigures | null = null;
  let computedAt = -Infinity;
  return () => {
    if (now() - computedAt >= FIGURES_LIFETIME_MS) {
      computedAt = now();
      computeExchangeFigures(context).then(
        result => (figures = result),
        (error: unknown) => log.warn({ err: error }, 'Cannot count the completed exchanges'),
      );
    }
    return figures;
  };
}
