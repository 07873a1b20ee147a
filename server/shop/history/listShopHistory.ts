import type { Kysely } from 'kysely';
import type { ShopHistory, ShopHistoryClaim } from '#core/contract/account/shop.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { getClaimCurrencies, toClaimSide } from '../../claims/view/claimStatus.ts';
import type { ServerContext } from '../../context.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { CSV_BATCH_SIZE } from '../../http/csv.ts';
import { buildPageFrame } from '../../http/listPage.ts';
import type { ProblemResult } from '../../http/problemResult.ts';
import { formatFunds } from '../../referral/ledger/postEntry.ts';
import { parseHistoryQuery, type HistoryFilters } from './historyFilters.ts';

type ListContext = Pick<ServerContext, 'catalogue' | 'config' | 'db'>;

/** Whose claims are listed, and the path of the list. */
export interface HistoryRequest {
  partnerId: string;
  query: Readonly<Record<string, string>>;
  /** For the addresses of the pages beside it. */
  path: string;
}

/** Lists a page of the claims that a partner has brought, newest first. 400 names an invalid parameter. */
export async function listShopHistory(
  context: ListContext,
  { partnerId, query, path }: HistoryRequest,
): Promise<{ ok: true; history: ShopHistory } | ProblemResult> {
  const parsed = parseHistoryQuery(query);
  if (!parsed.ok) return parsed;
  const { filters, page } = parsed;
  const { config, db } = context;
  const total = await countClaims(db, partnerId, filters);
  const rows = await selectRows(db, partnerId, filters).limit(page.size).offset(page.offset).execute();
  const address = `${config.publicOrigin}${path}?${new URLSearchParams(query)}`;
  return {
    ok: true,
    history: {
      ...buildPageFrame(page, total, address),
      results: rows.map(row => buildHistoryClaim(context, row)),
    },
  };
}

/** Reads the filtered list of a partner's claims in batches, newest first. */
export async function* readHistoryBatches(
  context: Pick<ServerContext, 'catalogue' | 'db'>,
  partnerId: string,
  filters: HistoryFilters,
): AsyncGenerator<ShopHistoryClaim[]> {
  let last: { created_at: bigint; claim_id: string } | undefined;
  do {
    let selected = selectRows(context.db, partnerId, filters);
    if (last) {
      const { created_at, claim_id } = last;
      selected = selected.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('referral.created_at', 'referral.claim_id'), '<', tuple(created_at, claim_id)),
      );
    }
    const rows = await selected.limit(CSV_BATCH_SIZE).execute();
    if (rows.length > 0) yield rows.map(row => buildHistoryClaim(context, row));
    last = rows.length === CSV_BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

/** Selects from the attributed claims of a partner that pass the filters. Only a filter of the status needs the claims. */
function selectReferrals(db: Kysely<DatabaseSchema>, partnerId: string, filters: HistoryFilters) {
  const { code, sub, createdFrom, createdBefore } = filters;
  return db
    .selectFrom('claim_referrals as referral')
    .where('referral.partner_id', '=', partnerId)
    .$if(code !== undefined, query => query.where('referral.code', '=', code ?? ''))
    .$if(sub !== undefined, query => query.where('referral.sub', '=', sub ?? ''))
    .$if(createdFrom !== null, query => query.where('referral.created_at', '>=', BigInt(createdFrom ?? 0)))
    .$if(createdBefore !== null, query =>
      query.where('referral.created_at', '<', BigInt(createdBefore ?? 0)),
    );
}

async function countClaims(
  db: Kysely<DatabaseSchema>,
  partnerId: string,
  filters: HistoryFilters,
): Promise<bigint> {
  const { status } = filters;
  const selected = selectReferrals(db, partnerId, filters);
  const { total } = await (
    status === undefined
      ? selected
      : selected.innerJoin('claims', 'claims.id', 'referral.claim_id').where('claims.status', '=', status)
  )
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function selectRows(db: Kysely<DatabaseSchema>, partnerId: string, filters: HistoryFilters) {
  const { status } = filters;
  return selectReferrals(db, partnerId, filters)
    .innerJoin('claims', 'claims.id', 'referral.claim_id')
    .$if(status !== undefined, query => query.where('claims.status', '=', status ?? 'waiting'))
    .select([
      'referral.claim_id',
      'referral.code',
      'referral.sub',
      'referral.host',
      'referral.income',
      'referral.created_at',
      'claims.number',
      'claims.public_number',
      'claims.status',
      'claims.from_id',
      'claims.to_id',
      'claims.from_amount',
      'claims.to_amount',
    ])
    .orderBy('referral.created_at', 'desc')
    .orderBy('referral.claim_id', 'desc');
}

type HistoryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Builds what a partner sees of a claim: nothing of the client. */
function buildHistoryClaim(
  { catalogue }: Pick<ServerContext, 'catalogue'>,
  row: HistoryRow,
): ShopHistoryClaim {
  const { from, to } = getClaimCurrencies(catalogue, row);
  return {
    number: catalogue.getSetting('usePublicId') ? row.public_number : String(row.number),
    status: row.status,
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(row.from_amount, from.decimals),
    toSumma: unitsToDecimal(row.to_amount, to.decimals),
    income: row.income === null ? null : formatFunds(row.income),
    code: row.code,
    sub: row.sub,
    host: row.host,
    at: new Date(Number(row.created_at)).toISOString(),
  };
}
