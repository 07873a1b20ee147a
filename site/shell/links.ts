import { useLocation, type To } from 'react-router';
import { addresses } from '../addresses.ts';

/** A link of the header and of the footer; `current` marks the page that is open. */
export interface NavLink {
  text: string;
  to: To;
  current: boolean;
}

/**
 * The site's main links from where the visitor is. A link to a part of the page that is open keeps its query, so that
 * the pair chosen there stays.
 */
export function useLinks(): { main: NavLink[]; home: NavLink; reserves: NavLink; how: NavLink } {
  const { pathname, search } = useLocation();
  const atHome = pathname === addresses.home;
  const part = (hash: string): To =>
    atHome ? { pathname, search, hash } : { pathname: addresses.home, hash };
  const home: NavLink = { text: 'Обмен', to: addresses.home, current: atHome };
  const reserves: NavLink = { text: 'Резервы', to: part('#reserves'), current: false };
  const how: NavLink = { text: 'Как это работает', to: part('#how'), current: false };
  // The footer, and the contacts in it, are on every page.
  const contacts: NavLink = {
    text: 'Контакты',
    to: { pathname, search, hash: '#contacts' },
    current: false,
  };
  return { main: [home, reserves, how, contacts], home, reserves, how };
}
