import type { InferResult } from 'kysely';
import type * as v from 'valibot';
import type {
  MatchedStatement,
  StatementLines,
  StatementMatch,
} from '#core/contract/operator/transfers/statements.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import {
  AWAITED_PAYMENT_STATUSES,
  isHeldClaim,
  UNPAYABLE_STATUSES,
} from '#server/exchange/claims/claimStatusSets.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';
import { normalizePaymentReference } from '#server/exchange/claims/payment/paymentReference.ts';
import { getSharedAddress } from '#server/exchange/claims/payment/sharedAddress.ts';
import { selectReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { findSimilarPayments } from '#server/exchange/claims/payment/similarPayments.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { parseUnits } from '../parseValue.ts';

/**
 * How long after its last change a claim's amount still matches, milliseconds: transfers between banks take days, also
 * after the end of a claim.
 */
const AWAITED_MS = 7 * DAY_MS;

/** Most claims of one line. */
const MAX_MATCHES = 5;

/** A public number, which is a word of its own. */
const PUBLIC_NUMBER = /(?<![\p{L}\d])[2-9A-HJ-NP-Z]{6}(?![\p{L}\d])/giu;

/** An internal number after «№» or «заявка». Other digits are dates and accounts. */
const INTERNAL_NUMBER = /(?<=(?:№|заявк\p{L}*)\s*)[1-9]\d{0,14}(?!\d)/giu;

/** Four digits without others beside them. Dates are no cards. */
const FOUR_DIGITS = /(?<!\d[./:-]?)\d{4}(?![./:-]?\d)/g;

/** Why a claim may belong to a transfer. */
type Reasons = Pick<StatementMatch, 'isNumbered' | 'isSender' | 'isAddress' | 'isExact'>;

type Candidate = InferResult<ReturnType<typeof selectCandidates>>[number];

/** A transfer that no claim has a payment of. */
interface OpenTransfer {
  /** Null: no claim has such an amount: zero, or a fraction that the currency does not have. */
  amount: Units | null;
  /** Numbers of claims in its text. */
  numbers: readonly string[];
  /** Groups of four digits, which may end a card. */
  ends: readonly string[];
  /** The address that got it; null outside of networks. */
  address: string | null;
}

/** Finds the claims that transfers are for, by the numbers in their texts, their own addresses and exact amounts. */
export async function matchStatement(
  { catalogue, db, now }: ExchangeContext,
  { currency: code, lines }: v.InferOutput<typeof StatementLines>,
): Promise<MatchedStatement> {
  const currency = catalogue.findCurrencyByCode(code);
  if (!currency) throw createFieldProblem({ currency: { code: 'option_unknown' } });
  const currencyId = BigInt(currency.id);
  const isPublic = catalogue.getSetting('usePublicId');
  const transfers = lines.map(({ amount, reference, text }) => ({
    amount: parseUnits(amount, currency.decimals) || null,
    reference: normalizePaymentReference(reference, currency) ?? reference,
    numbers: text.toUpperCase().match(isPublic ? PUBLIC_NUMBER : INTERNAL_NUMBER) ?? [],
    ends: text.match(FOUR_DIGITS) ?? [],
    address: currency.kind === 'crypto' ? (text.split(' ', 1)[0] ?? '') : null,
  }));
  const references = transfers.map(({ reference }) => reference);
  const recorded = await findRecorded(db, currencyId, references);
  const open = transfers.filter(({ reference }) => !recorded.has(reference));
  const similar =
    currency.kind === 'crypto' ? new Map<string, never>() : await findSimilarPayments(db, currencyId, open);
  const numbers = open.flatMap(transfer => transfer.numbers);
  const owners = await findAddressOwners(
    db,
    open.flatMap(({ address }) => address ?? []),
  );
  const changedAfter = BigInt(now() - AWAITED_MS);
  const candidates = await selectCandidates(db, currencyId, {
    isNumbered: isPublic
      ? isAnyOf(db, 'claims.public_number', numbers)
      : isAnyOf(db, 'claims.number', numbers.map(BigInt)),
    amounts: open.flatMap(({ amount }) => amount ?? []),
    owners: [...owners.values()],
    changedAfter,
  }).execute();
  const isPayable = ({ status }: Candidate) => !UNPAYABLE_STATUSES.has(status);
  const findUnpayable = ({ numbers: named }: OpenTransfer) => {
    const claim = candidates.find(one => !isPayable(one) && named.includes(getClaimNumber(catalogue, one)));
    return claim ? { id: claim.id, publicNumber: claim.public_number, status: claim.status } : null;
  };
  const rank = (transfer: OpenTransfer) =>
    candidates
      .filter(isPayable)
      .map(claim => ({
        claim,
        isOwner: owners.get(transfer.address ?? '') === claim.id,
        isNumbered: transfer.numbers.includes(getClaimNumber(catalogue, claim)),
        isSender: transfer.ends.some(end => listSenderEnds(claim).includes(end)),
        isExact: isExpected(claim, transfer.amount, changedAfter),
      }))
      .filter(({ isNumbered, isOwner, isExact }) => isNumbered || isOwner || isExact)
      .map(({ isOwner, ...one }) => ({
        ...one,
        isAddress:
          isOwner || (transfer.address !== null && getSharedAddress(one.claim.pay_to) === transfer.address),
      }))
      .toSorted((a, b) => weigh(b) - weigh(a))
      .slice(0, MAX_MATCHES)
      .map(({ claim, ...reasons }) => buildMatch(claim, currency.decimals, reasons));
  return {
    lines: transfers.map(transfer => {
      const claim = recorded.get(transfer.reference);
      return claim
        ? { recorded: claim, similar: null, unpayable: null, matches: [] }
        : {
            recorded: null,
            similar: similar.get(transfer.reference) ?? null,
            unpayable: findUnpayable(transfer),
            matches: rank(transfer),
          };
    }),
  };
}

/** Orders matches: a number, the address, the sender, the amount. */
const weigh = ({ isNumbered, isAddress, isSender, isExact }: Reasons): number =>
  8 * Number(isNumbered) + 4 * Number(isAddress) + 2 * Number(isSender) + Number(isExact);

/** The last four digits of the cards, accounts and phones that the client pays from. */
const listSenderEnds = ({ from_requisites }: Candidate): string[] =>
  Object.values(parseStoredRequisites(from_requisites)).flatMap(value => {
    const digits = value.replace(/\D/g, '');
    return digits.length >= 10 ? [digits.slice(-4)] : [];
  });

const buildMatch = (claim: Candidate, decimals: number, reasons: Reasons): StatementMatch => ({
  id: claim.id,
  publicNumber: claim.public_number,
  status: claim.status,
  expected: unitsToDecimal(getRest(claim), decimals),
  createdAt: formatInstant(claim.created_at),
  ...reasons,
});

/** What the claim still expects, in units. */
function getRest({ from_amount, received }: Pick<Candidate, 'from_amount' | 'received'>): Units {
  const rest = from_amount - BigInt(received ?? 0);
  return rest > 0n ? rest : 0n;
}

/** Whether the claim waits for exactly this amount. */
const isExpected = (claim: Candidate, amount: Units | null, changedAfter: bigint): boolean =>
  AWAITED_PAYMENT_STATUSES.includes(claim.status) &&
  claim.updated_at > changedAfter &&
  amount === getRest(claim);

/** Finds the claims that transfers of these references are recorded for. */
async function findRecorded(db: Db, currencyId: bigint, references: readonly string[]) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('claims', 'claims.id', 'payments.claim_id')
    .select(['payments.reference', 'claims.id', 'claims.public_number as publicNumber'])
    .where('payments.currency_id', '=', currencyId)
    .where(isAnyOf(db, 'payments.reference', references))
    .execute();
  return new Map(rows.map(({ reference, ...claim }) => [reference, claim]));
}

/** Finds the claims that have got addresses from a key, by address. */
async function findAddressOwners(db: Db, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('claim_addresses')
    .select(['address', 'claim_id'])
    .where(isAnyOf(db, 'address', addresses))
    .execute();
  return new Map(rows.map(({ address, claim_id }) => [address ?? '', claim_id]));
}

/** Selects the claims that transfers may be for. Four queries, because each condition has an index of its own. */
function selectCandidates(
  db: Db,
  currencyId: bigint,
  filters: {
    isNumbered: ReturnType<typeof isAnyOf>;
    amounts: readonly bigint[];
    owners: readonly string[];
    changedAfter: bigint;
  },
) {
  const claims = db
    .selectFrom('claims')
    .select(['id', 'public_number', 'number', 'status', 'from_amount', 'from_requisites', 'pay_to'])
    .select(['created_at', 'updated_at'])
    .select(selectReceivedTotal())
    .where('from_id', '=', currencyId)
    .where('id', 'not in', db.selectFrom('simulated_claims').select('claim_id'));
  const numbered = claims.where(filters.isNumbered);
  return (
    filters.owners.length === 0
      ? numbered
      : numbered.union(claims.where(isAnyOf(db, 'claims.id', filters.owners)))
  )
    .union(
      claims
        .where('pay_to', 'is not', null)
        .where(isAnyOf(db, 'claims.from_amount', filters.amounts))
        .where('status', 'in', AWAITED_PAYMENT_STATUSES)
        .where('updated_at', '>', filters.changedAfter),
    )
    .union(claims.where(isHeldClaim));
}
