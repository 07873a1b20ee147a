import type { ClaimSide } from '../contract/claim.ts';

type NamedSide = Pick<ClaimSide, 'currency' | 'name' | 'network'>;

/** Name of a side: the ticker of a coin, the name of a bank. */
export const getSideName = ({ currency, name }: Pick<NamedSide, 'currency' | 'name'>): string =>
  currency === 'RUB' ? name : currency;

/** Text of a side with its network: «USDT TRC20», «Сбербанк». */
export function formatSide(side: NamedSide): string {
  return side.currency === 'RUB' || !side.network
    ? getSideName(side)
    : `${side.currency}\u00a0${side.network}`;
}
