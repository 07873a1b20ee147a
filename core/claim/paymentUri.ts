import { decimalToExactUnits, trimTrailingZeros } from '../exchange/amount.ts';
import type { ClaimRequisite } from '../contract/claim/claimPayment.ts';
import { TOKEN_CONTRACTS } from '../exchange/tokenContracts.ts';

/** End of the addresses of a demonstration, which no wallet accepts. */
export const UNPAYABLE_ADDRESS_SUFFIX = '-NOT-PAYABLE';

/**
 * Builds the URI that fills in a transfer in a wallet: address, exact amount and memo. Null if the currency has no URI
 * that wallets understand, or if it cannot hold the amount or the memo; the address alone is then the QR code's text.
 */
export function buildPaymentUri(
  /** Code of the currency sent. */
  code: string,
  { value: address, amount, memo }: Pick<ClaimRequisite, 'value' | 'amount' | 'memo'>,
): string | null {
  const isPlainAddress = /^[\w:-]+$/.test(address) && !address.endsWith(UNPAYABLE_ADDRESS_SUFFIX);
  return (
    (isPlainAddress &&
      uriBuilders.get(code.toUpperCase())?.({ address, amount, memo: memo?.value ?? null })) ||
    null
  );
}

/** A transfer to an address. Without its memo, the payment cannot be matched to the claim. */
interface AddressPayment {
  address: string;
  amount: string;
  memo: string | null;
}

type UriBuilder = (payment: AddressPayment) => string | null;

/** Returns the amount as the shortest decimal; null if it has more than `decimals` places. */
const toExactDecimal = (amount: string, decimals: number) =>
  decimalToExactUnits(amount, decimals) === null ? null : trimTrailingZeros(amount);

/** BIP 21 and its relatives: `scheme:address?amount=` with a decimal amount and no place for a memo. */
const createDecimalBuilder =
  (scheme: string, decimals: number, amountParameter = 'amount'): UriBuilder =>
  ({ address, amount, memo }) => {
    const text = toExactDecimal(amount, decimals);
    // The stored form of a Bitcoin Cash address includes the scheme.
    const target = address.startsWith(`${scheme}:`) ? address : `${scheme}:${address}`;
    return memo === null && text !== null ? `${target}?${amountParameter}=${text}` : null;
  };

const ETHER_DECIMALS = 18;

/** ERC-681 on the main network. */
const buildEtherUri: UriBuilder = ({ address, amount, memo }) => {
  const wei = decimalToExactUnits(amount, ETHER_DECIMALS);
  return memo === null && wei !== null ? `ethereum:${address}@1?value=${wei}` : null;
};

/** TON's transfer link. With `jetton`, the amount is in the jetton's units. */
const createTonBuilder =
  (decimals: number, jetton?: string): UriBuilder =>
  ({ address, amount, memo }) => {
    const units = decimalToExactUnits(amount, decimals);
    if (units === null) return null;
    const parameters = [
      ...(jetton === undefined ? [] : [`jetton=${jetton}`]),
      `amount=${units}`,
      ...(memo === null ? [] : [`text=${encodeURIComponent(memo)}`]),
    ];
    return `ton://transfer/${address}?${parameters.join('&')}`;
  };

/** Destination tags are uint32. */
const isDestinationTag = (text: string) => /^\d{1,10}$/.test(text) && BigInt(text) < 2n ** 32n;

/** XRP: the tag first, because a wallet may ignore later parameters. */
const buildRippleUri: UriBuilder = ({ address, amount, memo }) => {
  const text = toExactDecimal(amount, 6);
  if (text === null || (memo !== null && !isDestinationTag(memo))) return null;
  return `ripple:${address}?${memo === null ? '' : `dt=${memo}&`}amount=${text}`;
};

/** The jettons with a link for their transfer. */
const jettonBuilders = TOKEN_CONTRACTS.filter(({ network }) => network === 'TON').map(
  ({ ticker, network, address, decimals }) =>
    [`${ticker}${network}`, createTonBuilder(decimals, address)] as const,
);

/**
 * Currency code → its URI. Sources: BIP 21; the coins' own documents for the Bitcoin family; Monero's URI scheme;
 * ERC-681; docs.ton.org, deep links; Solana Pay; CIP-13; for XRP the form that Xaman and its decoder accept. TRON has
 * none: TronLink and Trust Wallet read only an address. Tokens on ERC20 and BEP20 and BNB have none on purpose: in
 * ERC-681 the target is the token's contract, and a wallet that reads only the first address would send the money
 * there; one that ignores the chain id would send ether instead of BNB.
 */
const uriBuilders = new Map<string, UriBuilder>([
  ['BTC', createDecimalBuilder('bitcoin', 8)],
  ['LTC', createDecimalBuilder('litecoin', 8)],
  ['BCH', createDecimalBuilder('bitcoincash', 8)],
  ['DOGE', createDecimalBuilder('dogecoin', 8)],
  ['DASH', createDecimalBuilder('dash', 8)],
  ['XMR', createDecimalBuilder('monero', 12, 'tx_amount')],
  ['SOL', createDecimalBuilder('solana', 9)],
  ['ADA', createDecimalBuilder('web+cardano', 6)],
  ['XRP', buildRippleUri],
  ['TON', createTonBuilder(9)],
  ['ETH', buildEtherUri],
  ...jettonBuilders,
]);
