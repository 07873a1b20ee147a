import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../../calculator.ts';
import type { Call } from '../../call.ts';
import { decimal, decimalFromServer } from '../../decimal.ts';
import { ClaimReference } from '../claims.ts';
import { createRequiredText } from '../requiredText.ts';

/** Most lines of a statement that one request matches. */
export const MAX_MATCHED_LINES = 100;

/** Longest text of a line, characters. */
export const MAX_LINE_TEXT_LENGTH = 500;

/** An incoming transfer, as a bank reports it. */
export const StatementLine = v.object({
  /** Amount that arrived, in the currency. */
  amount: decimal,
  /** What makes the transfer unique in the currency, 1 to 200 characters. */
  reference: createRequiredText(),
  /** Purpose and sender, as the bank writes them; in a network: the address that got it, a space, a comment. */
  text: v.pipe(v.string(), v.maxLength(MAX_LINE_TEXT_LENGTH, 'too_long')),
});
export type StatementLine = v.InferInput<typeof StatementLine>;

/** POST operator/statements/match/ (ext): incoming transfers of a bank's statement, or payments in a network. */
export const StatementLines = v.object({
  /** Code of the currency: `SBERRUB`. A bank reports none in a cryptocurrency. */
  currency: v.pipe(v.string(), v.maxLength(20)),
  /** 1 to 100 transfers. */
  lines: v.pipe(v.array(StatementLine), v.minLength(1, 'empty'), v.maxLength(MAX_MATCHED_LINES, 'too_long')),
});
export type StatementLines = v.InferInput<typeof StatementLines>;

/** A claim that a transfer may be for. */
export const StatementMatch = v.object({
  ...ClaimReference.entries,
  /** Current status. */
  status: v.picklist(CLAIM_STATUSES),
  /** What the claim still expects, in the currency sent; 0: everything has arrived. */
  expected: decimalFromServer,
  createdAt: isoInstant,
  /** Whether the text of the transfer has the number of the claim. */
  isNumbered: v.boolean(),
  /** Whether the text has the last four digits of a card, an account or a phone that the client pays from. */
  isSender: v.boolean(),
  /** Whether the transfer came to an address that the claim shows, or has got from a key. */
  isAddress: v.boolean(),
  /** Whether the claim expects exactly this amount. */
  isExact: v.boolean(),
});
export type StatementMatch = v.InferOutput<typeof StatementMatch>;

/** The claims of one transfer. */
export const MatchedLine = v.object({
  /** Claim that the transfer is recorded for; null: none. */
  recorded: v.nullable(ClaimReference),
  /** Claim with a payment of the same amount and number of the bank: perhaps this transfer; null: none, or recorded. */
  similar: v.nullable(ClaimReference),
  /** Claim whose number the text has, but which cannot take a payment in its status; null: none, or recorded. */
  unpayable: v.nullable(v.object({ ...ClaimReference.entries, status: v.picklist(CLAIM_STATUSES) })),
  /** Claims that it may be for, the likeliest first; at most five. */
  matches: v.array(StatementMatch),
});
export type MatchedLine = v.InferOutput<typeof MatchedLine>;

/** The claims of the transfers. */
export const MatchedStatement = v.object({
  /** One entry for each line, in the same order. */
  lines: v.array(MatchedLine),
});
export type MatchedStatement = v.InferOutput<typeof MatchedStatement>;

/**
 * Find the claims that the transfers of a bank’s statement are for. Nothing is recorded:
 * operator/claims/{id}/payments/ does that.
 *
 * @returns The claims of each transfer.
 * @throws 400 `currency`: `option_unknown`; `lines`: `empty`, `too_long`.
 */
export const matchStatementCall: Call<MatchedStatement, StatementLines> = {
  method: 'POST',
  path: '/api/v1/operator/statements/match/',
  response: MatchedStatement,
};
