import type { OperatorRequisite, OperatorRequisites } from '#core/contract/operator/requisites.ts';
import { formatCurrencyName } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { parsePaymentTarget } from '#server/exchange/claims/payment/paymentTarget.ts';
import { selectKeyGaps } from '#server/exchange/requisites/addressKeys.ts';
import { listAddressFormats } from '#server/exchange/requisites/deriveAddress.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { getShownValue } from './keyRequisite.ts';
import { REQUISITE_KINDS } from './requisiteTable.ts';

/** Lists the requisites in the order of the currencies, or only those of `currencyId`. */
export async function listRequisites(db: Db, currencyId?: number) {
  const rows = await db
    .selectFrom('payment_requisites')
    .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
    .selectAll('payment_requisites')
    .select('currencies.code')
    .$if(currencyId !== undefined, query => query.where('currency_id', '=', BigInt(currencyId ?? 0)))
    .orderBy('currencies.position')
    .orderBy('payment_requisites.id')
    .execute();
  const openCounts = await countOpenClaims(db);
  const keys = new Map((await selectKeyGaps(db).execute()).map(key => [key.id, key]));
  return rows.map(row => {
    const { currency_id: id, value, key_id: keyId } = row;
    return {
      ...row,
      claims: openCounts.get(`${id} ${keyId === null ? value : `key ${keyId}`}`) ?? 0,
      key: keyId === null ? null : (keys.get(keyId) ?? null),
    };
  });
}

type ListedRequisite = Awaited<ReturnType<typeof listRequisites>>[number];

/** Reads the currencies with their requisites, for staff. */
export async function readRequisites({
  db,
  catalogue,
  config,
}: Pick<OperatorContext, 'db' | 'catalogue' | 'config'>): Promise<OperatorRequisites> {
  const rows = Map.groupBy(await listRequisites(db), ({ code }) => code);
  const waiting = await db
    .selectFrom('claims')
    .select(({ fn }) => ['from_id', fn.countAll().as('count')])
    .where('status', '=', 'requisites')
    .groupBy('from_id')
    .execute();
  return {
    currencies: catalogue.currencies.flatMap(currency => {
      const { id, code, kind, sendVisible } = currency;
      const requisiteKind = REQUISITE_KINDS[kind]?.kind;
      if (!requisiteKind) return [];
      return {
        code,
        name: formatCurrencyName(currency),
        kind: requisiteKind,
        hasKeys: listAddressFormats(code).length > 0,
        isNeeded: sendVisible && config.merchants[code] === undefined,
        waiting: Number(waiting.find(({ from_id }) => from_id === BigInt(id))?.count ?? 0),
        requisites: (rows.get(code) ?? []).map(buildRequisite),
      };
    }),
  };
}

function buildRequisite(row: ListedRequisite): OperatorRequisite {
  const { id, code, holder, bank, memo, active, claims, used_at: usedAt, key, address_format: format } = row;
  return {
    id: String(id),
    value: getShownValue(code, row),
    holder,
    bank,
    hasMemo: memo === 1n,
    isOn: active === 1n,
    claims,
    usedAt: usedAt === 0n ? null : formatInstant(usedAt),
    key: format && key && { format, given: Number(key.next_index) - 1, unpaid: Number(key.gap) },
  };
}

/** Counts the open claims of each requisite, by currency and value. */
async function countOpenClaims(db: Db): Promise<Map<string, number>> {
  const claims = await db
    .selectFrom('claims')
    .leftJoin('claim_addresses', 'claim_addresses.claim_id', 'claims.id')
    .select(['claims.id', 'from_id', 'pay_to', 'key_id'])
    .where('status', 'in', OPEN_STATUSES)
    .where('pay_to', 'is not', null)
    .execute();
  // A claim whose payment started anew has two addresses.
  const keys = [...new Map(claims.map(claim => [claim.id, claim])).values()].flatMap(
    ({ from_id, pay_to, key_id }) => {
      const target = parsePaymentTarget(pay_to);
      if (target === null || target.kind === 'merchant') return [];
      return [`${from_id} ${key_id === null ? target.value : `key ${key_id}`}`];
    },
  );
  return new Map([...Map.groupBy(keys, key => key)].map(([key, { length }]) => [key, length]));
}
