/** A token on another coin's network. */
export interface TokenContract {
  ticker: 'USDT' | 'USDC';
  network: 'ERC20' | 'BEP20' | 'TRC20' | 'TON' | 'SOL';
  /**
   * Address of the contract as `validateAddress` stores it: the token's contract, TON's jetton master, Solana's mint.
   */
  address: string;
  /** Decimals of the contract. A currency of the catalogue may have fewer. */
  decimals: number;
}

/**
 * Contracts of the tokens that are exchanged here or that visitors mistake for their wallet. Sources: USDT on ERC20,
 * TRC20, TON and SOL from tether.to/en/supported-protocols; USDC on ERC20 and SOL from
 * developers.circle.com/stablecoins/usdc-contract-addresses; BEP20 (Binance-Peg, 18 decimals) from bscscan.com.
 */
export const TOKEN_CONTRACTS: readonly TokenContract[] = [
  { ticker: 'USDT', network: 'ERC20', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
  { ticker: 'USDT', network: 'BEP20', address: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
  { ticker: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 },
  {
    ticker: 'USDT',
    network: 'TON',
    address: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    decimals: 6,
  },
  { ticker: 'USDT', network: 'SOL', address: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', decimals: 6 },
  { ticker: 'USDC', network: 'ERC20', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
  { ticker: 'USDC', network: 'BEP20', address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
  { ticker: 'USDC', network: 'SOL', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 },
];

/** Returns the token whose contract has this address, in stored form; undefined for any other address. */
export function findTokenByContract(address: string): TokenContract | undefined {
  const key = toContractKey(address);
  return TOKEN_CONTRACTS.find(token => toContractKey(token.address) === key);
}

/** Length of a TON address. */
const TON_ADDRESS_LENGTH = 48;

/**
 * The part of an address that names the account. A TON address has several forms (EQ…, UQ…) that differ only in the
 * flags at its start and the checksum at its end.
 */
function toContractKey(address: string): string {
  return address.length === TON_ADDRESS_LENGTH ? address.slice(4, -4) : address;
}
