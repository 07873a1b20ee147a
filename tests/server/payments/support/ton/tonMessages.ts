import { Address, beginCell, type Builder, type Cell } from '@ton/core';
import recorded from './transactions.json' with { type: 'json' };

/** A transaction of the index, without its place in the chain. */
export interface TonTransaction {
  /** The account that receives the message, in raw form. */
  account: string;
  in_msg: object;
  description: object;
}

/** What differs from a common message. */
interface Change {
  message?: object;
  description?: object;
}

/** An account of a client. */
export const SENDER = recorded.uninitialized.in_msg.source;

export const toRaw = (address: string): string => Address.parse(address).toRawString();

/** Creates the transaction that receives a message with a body. `value` in nanotons. */
export function createTransaction(
  account: string,
  value: bigint,
  body: Cell,
  { message, description }: Change = {},
): TonTransaction {
  const { in_msg } = recorded.jettons;
  return {
    account,
    in_msg: {
      ...in_msg,
      source: SENDER,
      destination: account,
      value: String(value),
      // The index does not decode all bodies.
      message_content: { hash: in_msg.message_content.hash, body: toBase64(body), decoded: null },
      ...message,
    },
    description: { ...recorded.jettons.description, ...description },
  };
}

export const toBase64 = (cell: Cell): string => cell.toBoc().toString('base64');

export const EMPTY_BODY = beginCell().endCell();

/** A body with an operation and nothing else. */
export const createBody = (operation: number): Cell =>
  beginCell().storeUint(operation, 32).storeUint(1, 64).endCell();

/** A text comment, in as many cells as it needs. */
export const createComment = (text: string): Cell =>
  beginCell().storeUint(0, 32).storeStringTail(text).endCell();

/** A text comment of any bytes, at most 120. */
export const createRawComment = (bytes: Buffer): Cell =>
  beginCell().storeUint(0, 32).storeBuffer(bytes).endCell();

/** A comment that goes on in a cell that stands for another one. */
export const createHiddenComment = (text: string): Cell =>
  beginCell()
    .storeUint(0, 32)
    .storeBuffer(Buffer.from(text))
    .storeRef(beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 5)).endCell({ exotic: true }))
    .endCell();

/** An encrypted comment. */
export const ENCRYPTED_COMMENT = beginCell()
  .storeUint(0x2167da4b, 32)
  .storeBuffer(Buffer.alloc(64, 7))
  .endCell();

/** What follows the amount in a transfer of jettons: the payload in the same cell, or in another one. */
const PAYLOADS: Readonly<Record<'inline' | 'ref' | 'none', (builder: Builder, payload: Cell) => Builder>> = {
  inline: (builder, payload) => builder.storeBit(0).storeSlice(payload.beginParse()),
  ref: (builder, payload) => builder.storeBit(1).storeRef(payload),
  none: builder => builder,
};

/** The body by which a jetton wallet gets jettons (TEP-74). Without `forwardAmount` its owner gets no message. */
export function createInternalTransfer(
  amount: bigint,
  payload: Cell,
  form: keyof typeof PAYLOADS = 'ref',
  forwardAmount = 1n,
): Cell {
  const sender = Address.parseRaw(SENDER);
  const builder = beginCell().storeUint(0x178d4519, 32).storeUint(7, 64).storeCoins(amount);
  builder.storeAddress(sender).storeAddress(sender).storeCoins(forwardAmount);
  return PAYLOADS[form](builder, payload).endCell();
}

/** The message of a jetton wallet to its owner, which anybody can send. */
export const createNotification = (amount: bigint, payload: Cell): Cell =>
  beginCell()
    .storeUint(0x7362d09c, 32)
    .storeUint(7, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(SENDER))
    .storeBit(1)
    .storeRef(payload)
    .endCell();
