import { Cell, type Slice } from '@ton/core';
import { SourceError } from '../../courses/prices/download.ts';

/** The first 32 bits of a text comment. An encrypted comment has others. */
const TEXT_COMMENT = 0;

/** Of the message by which a jetton wallet gets jettons from another one (TEP-74). */
const INTERNAL_TRANSFER = 0x178d4519;

/**
 * Of messages that contracts send with the rest of the fees: `transfer_notification` and `excesses` of jettons (TEP-74),
 * `ownership_assigned` of NFTs (TEP-62).
 */
const NOTICES: readonly number[] = [0x7362d09c, 0xd53276db, 0x05138d91];

/** Longest comment that is stored, characters. A claim's comment has six. */
const MAX_COMMENT_LENGTH = 120;

/** Most bytes of a comment that are read. */
const MAX_COMMENT_BYTES = 4 * MAX_COMMENT_LENGTH;

/** What an account has received, in the smallest units. */
export interface ReceivedMoney {
  amount: bigint;
  comment: string | null;
}

/** Parses the bag of cells in `base64`. `resource`: where it is from, for the SourceError. */
export function parseCell(resource: string, base64: string): Cell {
  try {
    return Cell.fromBase64(base64);
  } catch {
    throw new SourceError(`${resource}: the index returned no bag of cells`);
  }
}

/** Whether a message is only a notice of something else. */
export function isNotice(body: Cell): boolean {
  return NOTICES.includes(readOpcode(openCell(body)) ?? TEXT_COMMENT);
}

/** Returns the text comment in the body of a message; null if it has none that can be read. */
export const readComment = (body: Cell): string | null => parseComment(openCell(body));

/**
 * Returns the jettons of a message between jetton wallets; null for another message. The wallet that sends it writes the
 * amount, so one that cannot be read is a SourceError. What follows is the text of its owner.
 */
export function readJettonTransfer(body: Cell): ReceivedMoney | null {
  const slice = openCell(body);
  if (readOpcode(slice) !== INTERNAL_TRANSFER || !slice) return null;
  let amount: bigint;
  try {
    slice.loadUint(32);
    // The number of the query.
    slice.loadUintBig(64);
    amount = slice.loadCoins();
  } catch {
    throw new SourceError('transactions: the index returned an incomplete transfer of jettons');
  }
  return { amount, comment: readForwardedComment(slice) };
}

/** Returns the comment after the amount of a transfer: in the same cell or in another one. */
function readForwardedComment(slice: Slice): string | null {
  try {
    slice.loadAddressAny();
    slice.loadAddressAny();
    slice.loadCoins();
    return parseComment(slice.loadBit() ? openCell(slice.loadRef()) : slice);
  } catch {
    return null;
  }
}

/** Opens a cell; null for one that stands for another one, which only a contract can read. */
const openCell = (cell: Cell): Slice | null => (cell.isExotic ? null : cell.beginParse());

const readOpcode = (slice: Slice | null): number | null =>
  slice && slice.remainingBits >= 32 ? slice.preloadUint(32) : null;

/**
 * Reads a comment, whose bytes go on in the first cell of each cell. The text is a stranger's: characters without a
 * glyph, which could change how the text around them is shown, become spaces.
 */
function parseComment(start: Slice | null): string | null {
  if (readOpcode(start) !== TEXT_COMMENT || !start) return null;
  start.loadUint(32);
  let slice: Slice | null = start;
  const parts: Buffer[] = [];
  let size = 0;
  while (slice && size < MAX_COMMENT_BYTES) {
    const part: Buffer = slice.loadBuffer(Math.floor(slice.remainingBits / 8));
    parts.push(part);
    size += part.length;
    slice = slice.remainingRefs > 0 ? openCell(slice.loadRef()) : null;
  }
  const text = Buffer.concat(parts)
    .toString()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(text).slice(0, MAX_COMMENT_LENGTH).join('') || null;
}
