import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { User } from '#core/contract/user.ts';
import { accountRoutePaths } from '../routePaths.ts';
import { hasAccountExtensions } from './accountContext.ts';

const ACCOUNT_LINKS = [
  {
    text: 'Обзор',
    to: accountRoutePaths.dashboard,
    icon: 'm3.5 10.5 7.5-6.5 7.5 6.5M5.5 9v8.5h11V9',
  },
  {
    text: 'Заявки',
    to: accountRoutePaths.applications,
    icon: 'M8 6h10M8 11h10M8 16h10M4 6v.1M4 11v.1M4 16v.1',
  },
  {
    text: 'Карты',
    to: accountRoutePaths.cards,
    icon: 'M4.5 5h13A1.5 1.5 0 0 1 19 6.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 3 15.5v-9A1.5 1.5 0 0 1 4.5 5ZM3 9h16M6.5 13.5h3',
    isExtension: true,
  },
  {
    text: 'Кошельки',
    to: accountRoutePaths.wallets,
    icon: 'M4 7.5A2 2 0 0 1 6 5.5h9v3M4 7.5v8.5a2 2 0 0 0 2 2h11a1.5 1.5 0 0 0 1.5-1.5V10A1.5 1.5 0 0 0 17 8.5H5a1 1 0 0 1-1-1Zm10.5 5.7v.1',
    isExtension: true,
  },
  {
    text: 'Промокоды',
    to: accountRoutePaths.promocodes,
    icon: 'M3.5 4v6.2c0 .4.2.8.4 1l7.2 7.2a1.5 1.5 0 0 0 2.1 0l5.6-5.6a1.5 1.5 0 0 0 0-2.1L11.6 3.5H4a.5.5 0 0 0-.5.5Zm4 3.5v.1',
  },
  { text: 'Безопасность', to: accountRoutePaths.safety, icon: ICON_PATHS.shield },
  {
    text: 'Настройки',
    to: accountRoutePaths.settings,
    icon: 'M4 6.5h7.5m5 0H18M4 15.5h1.5m5 0H18M14 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-6 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
    isExtension: true,
  },
];

/** Menu of the account: a column, on narrow screens a row of tabs that scrolls. `user` is null while it loads. */
export function AccountNav({ pathname, user }: { pathname: string; user: User | null }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = ref.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    // The open page's tab may be outside of the row. scrollIntoView would also scroll the page.
    if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  const links = ACCOUNT_LINKS.filter(
    ({ isExtension = false }) => !isExtension || user === null || hasAccountExtensions(user),
  );
  return (
    <nav className="account-nav" aria-label="Кабинет" ref={ref}>
      <ul>
        {links.map(({ text, to, icon }) => (
          <li key={to}>
            <NavLink to={to}>
              <Icon d={icon} size={20} />
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
