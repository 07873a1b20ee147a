import type { ReactNode } from 'react';
import type { ClaimSide } from '#core/contract/claim.ts';
import { getSideName } from '#core/exchange/sideName.ts';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';

/** The pair of a claim: its coins and names. `children`: a line below. */
export function PairNames({ from, to, children }: { from: ClaimSide; to: ClaimSide; children?: ReactNode }) {
  return (
    <span className="pair-names">
      <span className="coins">
        <CurrencyIcon currency={from} />
        <CurrencyIcon currency={to} />
      </span>
      <span>
        <span className="nowrap">{getSideName(from)}</span> <span className="separator">на</span>{' '}
        <span className="nowrap">{getSideName(to)}</span>
        <small className="numeric">{children}</small>
      </span>
    </span>
  );
}

/** The pair while it loads, of the same size. */
export const PairSkeleton = () => (
  <span className="pair-names">
    <span className="coins">
      <span className="coin" />
      <span className="coin" />
    </span>
    <span className="skeleton text" />
  </span>
);
