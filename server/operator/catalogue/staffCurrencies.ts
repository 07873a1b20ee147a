import type { CurrencyField, CurrencyValue, OperatorCurrencies } from '#core/contract/operator/currencies.ts';
import { unitsToShortDecimal } from '#core/exchange/amount.ts';
import { formatCurrencyName } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { findPaymentNetwork, findPublishedContract } from '#server/exchange/catalogue/paymentNetworks.ts';
import { parseTextList } from '#server/exchange/catalogue/rowValidation.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { NO_VALUE } from '../parseValue.ts';
import { getContractCheck } from './currencyCommand.ts';
import { selectRows } from '../selectRows.ts';

/** Lists the currencies with the values that staff changes. */
export async function listStaffCurrencies(db: Db): Promise<OperatorCurrencies> {
  const rows = await selectRows(db, 'currencies').orderBy('position').execute();
  return {
    results: rows.map(row => {
      const { code, aliases, ticker, decimals, min, max } = row;
      return {
        code,
        name: formatCurrencyName(row),
        aliases: [...(parseTextList(aliases) ?? [])],
        currency: ticker,
        min: unitsToShortDecimal(min, Number(decimals)),
        max: max === null ? null : unitsToShortDecimal(max, Number(decimals)),
        values: listValues(row),
      };
    }),
  };
}

/** Lists the values that a currency has: only those whose payments a node can report have the last ones. */
function listValues(row: CurrencyRow): CurrencyValue[] {
  const format = (units: bigint | null) =>
    units === null ? null : unitsToShortDecimal(units, Number(row.decimals));
  const build = (
    field: CurrencyField,
    value: string | bigint | null,
    standard: string | null = null,
  ): CurrencyValue => ({ field, value: String(value ?? NO_VALUE), standard });
  const min = format(row.min);
  const network = findPaymentNetwork(row);
  return [
    build('min', min),
    build('min-verification', format(row.min_verification), min),
    build('max', format(row.max)),
    build('default', format(row.default_amount), min),
    build('note', row.notify),
    build('congestion', row.congestion),
    build('words', parseTextList(row.search_words)?.join(', ') || null),
    ...(network ? [build('confirmations', row.confirmations, String(network.confirmations))] : []),
    ...(getContractCheck(row)
      ? [build('contract', row.contract, findPublishedContract(row)?.address ?? null)]
      : []),
  ];
}
