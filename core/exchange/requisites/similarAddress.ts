/** How many characters people compare at each end of an address. */
const COMPARED_LENGTH = 4;

/**
 * Finds a saved address that resembles this one: the same first and last 4 characters, and others between. Somebody may
 * have replaced the address, because people compare only its ends. Null if there is none, or the address itself is saved.
 */
export function findSimilarAddress(address: string, saved: readonly string[]): string | null {
  const text = address.trim();
  if (text.length <= 2 * COMPARED_LENGTH) return null;
  const isSame = (other: string) => normalizeCase(other) === normalizeCase(text);
  if (saved.some(isSame)) return null;
  return saved.find(other => getEnds(other) === getEnds(text)) ?? null;
}

/** The case of a hexadecimal address has no meaning. */
const normalizeCase = (address: string) => (/^0x/i.test(address) ? address.toLowerCase() : address);

/** The compared characters. All hexadecimal addresses and all CashAddr ones begin alike: the characters after that count. */
function getEnds(address: string): string {
  const text = normalizeCase(address.trim()).replace(/^(?:0x|bitcoincash:)/, '');
  return `${text.slice(0, COMPARED_LENGTH)}…${text.slice(-COMPARED_LENGTH)}`;
}
