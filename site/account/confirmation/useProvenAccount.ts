import { createContext, useContext } from 'react';
import { useOutletContext } from 'react-router';
import type { AccountContext } from '../accountContext.ts';

/** Parts of the account and the site that a proof of identity uses. */
export type ProvenAccount = Pick<AccountContext, 'account' | 'loadSiteSettings'>;

/** The account for a dialog above any page. The pages of the account have it from their layout. */
export const DetachedAccount = createContext<ProvenAccount | null>(null);

/** The account whose user gives a proof of identity. */
export function useProvenAccount(): ProvenAccount {
  const outlet = useOutletContext<AccountContext>();
  return useContext(DetachedAccount) ?? outlet;
}
