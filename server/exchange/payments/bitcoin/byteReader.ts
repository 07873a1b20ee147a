import { SourceError } from '../../courses/prices/download.ts';

/** Reads a serialized block or transaction from the start. Everything is little-endian. Throws SourceError at its end. */
export interface ByteReader {
  getOffset: () => number;
  /** Returns bytes that were read. */
  slice: (start: number, end: number) => Buffer;
  /** Returns the next byte without reading it. */
  peekByte: () => number;
  readBytes: (count: number) => Buffer;
  readUint32: () => number;
  readUint64: () => bigint;
  /** Reads a length, and as many bytes. */
  readScript: () => Buffer;
  /** Reads a length, and as many items. */
  readList: <T>(readItem: () => T) => T[];
}

/** Creates the reader of `bytes`. */
export function createByteReader(bytes: Buffer): ByteReader {
  let offset = 0;
  function readBytes(count: number): Buffer {
    if (count > bytes.length - offset) throw new SourceError('the serialized data of the node end too early');
    offset += count;
    return bytes.subarray(offset - count, offset);
  }
  /** Reads a length of 1, 3, 5 or 9 bytes. */
  function readLength(): number {
    const first = readBytes(1).readUInt8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return readBytes(2).readUInt16LE();
    return first === 0xfe ? readBytes(4).readUInt32LE() : Number(readBytes(8).readBigUInt64LE());
  }
  return {
    getOffset: () => offset,
    slice: (start, end) => bytes.subarray(start, end),
    peekByte() {
      const byte = readBytes(1).readUInt8();
      offset--;
      return byte;
    },
    readBytes,
    readUint32: () => readBytes(4).readUInt32LE(),
    readUint64: () => readBytes(8).readBigUInt64LE(),
    readScript: () => readBytes(readLength()),
    readList(readItem) {
      const items = [];
      for (let left = readLength(); left > 0; left--) items.push(readItem());
      return items;
    },
  };
}
