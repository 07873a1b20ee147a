import { createContext, useContext } from 'react';
import { useOutletContext } from 'react-router';
import type { AccountContext } from '../accountContext.ts';

/** What a proof of identity needs of the account and the site. */
export type ProvenAccount = Pick<AccountContext, 'account' | 'loadSiteSettings'>;

/** The account for a dialog above any page. The pages of the account have it from their layout. */
export const DetachedAccount = createContext<ProvenAccount | null>(null);

/** The account whose user proves who they are. */
export function useProvenAccount(): ProvenAccount {
  const outlet = useOutletContext<AccountContext>();
  return useContext(DetachedAccount) ?? outlet;
}
