import * as v from 'valibot';
import {
  SAVED_REQUISITE_TYPES,
  type AccountRequisite,
  type AccountRequisites,
  type RequisiteInputs,
} from '#core/contract/account/savedRequisite.ts';
import { formatCurrencyName } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import { toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import { parseListPage, parseQuery, type Query } from '#server/platform/lists/listPage.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { findCardNumber } from '#server/exchange/requisites/storedCard.ts';
import { getRequisiteType, listSavedFields } from './requisiteKinds.ts';
import { loadCardVerifications } from '#server/exchange/verification/cardVerifications.ts';
import { openValues, selectSavedRequisites } from './storedRequisite.ts';

type RequisiteContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db' | 'keys' | 'log' | 'now'>;

const TypeQuery = v.object({ type: v.optional(v.picklist(SAVED_REQUISITE_TYPES)) });

/** Lists a page of an account's requisites, the last used first. 400 for an invalid page, size or type. */
export function listRequisites(
  context: RequisiteContext,
  userId: string,
  query: Query,
): Promise<AccountRequisites> {
  const [{ type }, page] = [parseQuery(TypeQuery, query), parseListPage(query)];
  const saved = selectSavedRequisites(context.db, userId)
    .selectAll()
    .select(({ fn }) => fn.coalesce('used_at', 'created_at').as('last_at'))
    .$if(type !== undefined, selected => selected.where('type', '=', type ?? 'card'));
  const list = openList({
    rows: context.db.selectFrom(saved.as('saved')),
    order: { last_at: 'desc', id: 'asc' },
    select: part => part.selectAll(),
    build: rows => buildRequisites(context, userId, rows),
  });
  const address = new URL(`${context.config.publicOrigin}/api/v1/users/me/requisites/`);
  if (type !== undefined) address.searchParams.set('type', type);
  return list.readPage(page, address.href);
}

/** Shown in place of values that cannot be decrypted. The owner can delete the requisite. */
const UNREADABLE = 'Не читается';

/** Builds requisites for their owner. */
export async function buildRequisites(
  context: Pick<RequisiteContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now'>,
  userId: string,
  rows: readonly SavedRequisiteRow[],
): Promise<AccountRequisite[]> {
  const { catalogue, now } = context;
  const opened = rows.map(row => {
    const values = openValues(context, row);
    return { row, isReadable: values !== null, values: values ?? {} };
  });
  const numbers = opened.flatMap(({ values }) => findCardNumber(values, {}) ?? []);
  const findVerification = await loadCardVerifications(context, userId, numbers);
  return opened.flatMap(({ row, isReadable, values }) => {
    const currency = catalogue.getCurrency(Number(row.currency_id));
    if (!currency) return [];
    const number = findCardNumber(values, {});
    return {
      id: row.id,
      type: row.type,
      label: row.label,
      currency: toClaimSide(currency),
      values,
      masked: isReadable ? maskRequisites(values, listSavedFields(currency)) : UNREADABLE,
      verification: number === null ? null : findVerification(number),
      payoutFrom: row.payout_from <= BigInt(now()) ? null : formatInstant(row.payout_from),
      usedAt: formatInstantOrNull(row.used_at),
    };
  });
}

/** Lists the fields to save a requisite of a currency; without a currency, only the field that chooses it. */
export function listRequisiteInputs(
  { catalogue }: Pick<RequisiteContext, 'catalogue'>,
  query: Query,
): RequisiteInputs {
  const { type } = parseQuery(TypeQuery, query);
  const isOfType = (found: SavedRequisiteRow['type'] | null) =>
    found !== null && (type === undefined || found === type);
  if (query.currency === undefined) {
    const currencies = catalogue
      .getSnapshot()
      .currencies.filter(currency => currency.receiveVisible && isOfType(getRequisiteType(currency)));
    const options = currencies.map(one => ({ value: one.code, label: formatCurrencyName(one) }));
    const label = type === 'card' ? 'Банк' : type === 'wallet' ? 'Валюта и сеть' : 'Валюта';
    const field = { name: 'currency', label, type: 'select' as const, required: true, visible: true };
    return [{ ...field, hint: null, options }];
  }
  const currency = catalogue.findCurrencyByCode(query.currency);
  if (!currency || !isOfType(getRequisiteType(currency)))
    throw createFieldProblem({ currency: { code: 'currency_unknown' } });
  return listSavedFields(currency);
}
