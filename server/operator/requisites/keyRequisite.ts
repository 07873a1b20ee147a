import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { findOrInsertKey } from '#server/exchange/requisites/addressKeys.ts';
import { deriveAddress, listAddressFormats } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { PaymentRequisiteRow } from '#server/platform/database/catalogueRows.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { refuse, type ChangeContext } from '../defineCommand.ts';
import { formatNamedValues } from '../formatText.ts';
import { createValueProblem } from '../parseValue.ts';

/**
 * Parses an extended public key as a requisite, and inserts the key. `firstAddress`: the wallet's first address for
 * receiving. It proves that wallet and server derive the same addresses, and shows their format: many wallets write
 * `xpub` for each of them.
 */
export async function parseKeyRequisite(
  { db }: ChangeContext,
  { id, code }: Currency,
  text: string,
  firstAddress: string | undefined,
): Promise<Omit<PaymentRequisiteRow, 'id'>> {
  const formats = listAddressFormats(code);
  if (formats.length === 0)
    refuse(
      `The addresses of ${code} do not follow from a public key. Add an address. Nothing was changed.`,
      createValueProblem('key_unsupported'),
    );
  const verdict = parseExtendedKey(code, text);
  if (!verdict.ok) {
    const problem = createFieldProblem({ value: { code: verdict.code, ...verdict.data } });
    return refuse(`${verdict.reason} Nothing was changed.`, problem);
  }
  const { chainKey } = verdict;
  const firstAddresses = formats.map(format => [format, deriveAddress(code, format, chainKey, 0)] as const);
  const list = formatNamedValues(Object.fromEntries(firstAddresses));
  if (firstAddress === undefined)
    return refuse(
      `Repeat the command with --address and the first receiving address that the wallet shows. Those of this key are: ${list}. If the wallet shows another one, the key is of another account. Nothing was changed.`,
      createValueProblem('empty', 'address'),
    );
  const given = validateAddress(code, firstAddress);
  const match = firstAddresses.find(([, address]) => given.ok && given.value === address);
  if (!match)
    return refuse(
      `--address is not the first receiving address of this key, which is: ${list}. Export the key of the account that has this address. Nothing was changed.`,
      createFieldProblem({ address: { code: 'key_address', addresses: list } }),
    );
  return {
    currency_id: BigInt(id),
    kind: 'address',
    value: chainKey,
    holder: null,
    bank: null,
    memo: 0n,
    active: 1n,
    used_at: 0n,
    key_id: await findOrInsertKey(db, chainKey),
    address_format: match[0],
  };
}

type ShownRequisite = Pick<PaymentRequisiteRow, 'value' | 'key_id' | 'address_format'>;

/** What people know a requisite by: its value, or the first address of the wallet of its key. */
export const getShownValue = (code: string, { value, address_format: format }: ShownRequisite): string =>
  format === null ? value : deriveAddress(code, format, value, 0);

/** A requisite for people; a key by the first address of its wallet: «key 2 of bc1q…, p2wpkh». */
export function describeRequisite(code: string, row: ShownRequisite): string {
  const shown = getShownValue(code, row);
  return row.address_format === null ? shown : `key ${row.key_id} of ${shown}, ${row.address_format}`;
}
