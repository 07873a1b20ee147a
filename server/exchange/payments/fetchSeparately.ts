import type { BlockReading, NetworkBlock, PaymentSource } from './paymentSource.ts';

/** Blocks that are read together. Their JSON is in memory. */
const MAX_BATCH_BLOCKS = 10;

/** Reads blocks by a call that returns one, and null if the node has none of this height. */
export const fetchSeparately = (
  fetchBlock: (height: number, reading: BlockReading) => Promise<NetworkBlock | null>,
): Pick<PaymentSource, 'maxBatchBlocks' | 'fetchBlocks'> => ({
  maxBatchBlocks: MAX_BATCH_BLOCKS,
  async fetchBlocks(first, count, reading) {
    const heights = Array.from({ length: count }, (_, index) => first + index);
    const blocks = await Promise.all(heights.map(height => fetchBlock(height, reading)));
    const end = blocks.indexOf(null);
    return blocks.slice(0, end < 0 ? count : end).flatMap(block => block ?? []);
  },
});
