import type { ExchangeFigures } from '#core/contract/siteSettings.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ExchangeContext } from '../context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { computePayoutMinutes, selectCompletedExchanges, selectPaidAt } from './completedExchanges.ts';

/** The figures cover the exchanges that completed within this period, days. */
const FIGURES_DAYS = 30;

/** With fewer exchanges no figures are shown: the median of a small sample is not reliable. */
export const MIN_SHOWN_EXCHANGES = 50;

/** How long figures are cached, milliseconds. */
const FIGURES_LIFETIME_MS = 600_000;

/** Counts the exchanges of the last days and computes the median time from payment to completion; null if too few. */
export async function computeExchangeFigures({ db, now }: ExchangeContext): Promise<ExchangeFigures | null> {
  const durations = await listDurations(db, now());
  const payoutMinutes = computePayoutMinutes(durations);
  if (payoutMinutes === null || durations.length < MIN_SHOWN_EXCHANGES) return null;
  return { days: FIGURES_DAYS, exchanges: durations.length, payoutMinutes };
}

/** Lists the times from the first payment to completion of recent exchanges, milliseconds, without simulated claims. */
async function listDurations(db: Db, now: number): Promise<number[]> {
  const rows = await selectCompletedExchanges(db)
    .select(['at', selectPaidAt()])
    .where('at', '>', BigInt(now - FIGURES_DAYS * DAY_MS))
    .execute();
  return rows.flatMap(({ at, paid_at }) => (paid_at === null ? [] : [Number(at - paid_at)]));
}

/**
 * Returns a function that returns the last figures at once and recomputes them after ten minutes. It returns null
 * before the first computation, if the operator does not show figures, and in a demo, where claims are simulated.
 */
export function createFiguresReader(context: ExchangeContext): () => ExchangeFigures | null {
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
