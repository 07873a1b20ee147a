import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { ReserveChange } from '#core/contract/operator/reserves.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { lockReserves, setReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { selectRows } from '../selectRows.ts';
import {
  defineCall,
  defineChange,
  anyText,
  flag,
  optional,
  refuse,
  type Change,
  type ChangeContext,
} from '../defineCommand.ts';
import { isFarAmount } from '../farAmount.ts';
import { formatTable } from '../formatText.ts';
import { parseAmount, parseCurrency } from '../parseValue.ts';
import { listReserves } from './reserveList.ts';

/** Shows the reserves, or sets the total reserve of a currency, including the held amount. */
export const reserveCommands = [
  {
    name: 'reserve',
    summary: 'show the reserves, or set the total reserve of a currency, including what is held',
    help: {
      '<code>': 'a currency’s code or alias, in any case',
      '<amount>': 'a decimal number with at most the currency’s decimals: 12345.5',
      '--force': 'set an amount at least ten times more or less than the present total',
    },
    notes:
      'TOTAL is what you have, HELD is promised to open claims or to be returned, FREE is what visitors see. An amount below what is held is refused, and --force does not change that.',
    examples: ['reserve USDTTRC20', 'reserve USDTTRC20 312804.55'],
  },
  defineCall('reserve [code]', { code: optional(parseCurrency) }, async ({ db }, { code: currency }) => {
    return formatTable(await listReserves(db, currency?.id), 'No reserves.', {
      CODE: ({ code }) => code,
      TOTAL: ({ amount }) => amount,
      HELD: ({ held }) => held,
      FREE: ({ free }) => free,
    });
  }),
  defineChange(
    'reserve <code> <amount> [--force]',
    { code: parseCurrency, amount: anyText, force: flag },
    (context, { code: currency, amount: value, force }) =>
      changeReserve(context, currency, { value, seen: null, force }),
  ),
];

/**
 * Sets the total reserve. `seen`: the total that the person saw; null: any. Without `force`, 409 `reserve_far` with
 * `from` and `to` for a total far from the present one. From and to zero is no doubt: a currency begins or ends.
 */
export async function changeReserve(
  { db, now, actor }: ChangeContext,
  { id, code, decimals, ticker }: Currency,
  { value, seen, force }: Omit<ReserveChange, 'seen'> & { seen: string | null },
): Promise<Change> {
  const amount = parseAmount(value, decimals);
  const format = (units: bigint) => `${unitsToDecimal(units, decimals)} ${ticker}`;
  const currencyId = BigInt(id);
  await lockReserves(db, [currencyId]);
  const before = await selectRows(db, 'reserves', { currency_id: currencyId }).executeTakeFirst();
  const present = before?.amount ?? 0n;
  const shown = unitsToDecimal(present, decimals);
  if (seen !== null && seen !== shown) throw createProblem(409, 'reserve_changed', { amount: shown });
  const held = await setReserve(db, { currencyId, amount, at: now(), actor });
  if (held !== null)
    refuse(
      `The total reserve of ${code} cannot be below the ${format(held)} that are held. Nothing was changed.`,
      createProblem(409, 'reserve_held', { held: unitsToDecimal(held, decimals) }),
    );
  const [from, to] = [format(present), format(amount)];
  if (!force && amount > 0n && present > 0n && isFarAmount(amount, present))
    refuse(
      `The total reserve of ${code} would change by ten times or more: ${from} → ${to}. Nothing was changed. Add --force to set it.`,
      createProblem(409, 'reserve_far', { from, to }),
    );
  return { text: `The total reserve of ${code}: ${from} → ${to}.`, target: code, detail: { from, to } };
}
