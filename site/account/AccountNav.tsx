import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '#widget/icons/Icon.tsx';
import type { User } from '#core/contract/user.ts';
import { hasAccountExtensions } from './accountContext.ts';
import { ACCOUNT_LINKS, SHOP_LINKS, type AccountLink } from './accountLinks.ts';

/** Menu of the account: a column, on narrow screens a row of tabs that scrolls. `user` is null while it loads. */
export function AccountNav({ pathname, user }: { pathname: string; user: User | null }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = ref.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    // The open page's tab may be outside of the row. scrollIntoView would also scroll the page.
    if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  const isShown = ({ isExtension = false }: AccountLink) =>
    !isExtension || user === null || hasAccountExtensions(user);
  const shopLinks = SHOP_LINKS.filter(isShown);
  return (
    <nav className="account-nav" aria-label="Кабинет" ref={ref}>
      <LinkList links={ACCOUNT_LINKS.filter(isShown)} />
      {shopLinks.length > 0 && (
        <>
          <p id="account-nav-shop" className="account-nav-group">
            Магазин
          </p>
          <LinkList links={shopLinks} labelId="account-nav-shop" />
        </>
      )}
    </nav>
  );
}

function LinkList({ links, labelId }: { links: readonly AccountLink[]; labelId?: string }) {
  return (
    <ul aria-labelledby={labelId}>
      {links.map(({ text, to, icon }) => (
        <li key={to}>
          <NavLink to={to}>
            <Icon d={icon} size={20} />
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
