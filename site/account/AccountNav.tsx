import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '#widget/icons/Icon.tsx';
import type { User } from '#core/contract/user.ts';
import { hasAccountExtensions } from './accountContext.ts';
import { ACCOUNT_LINKS, SHOP_LINKS, type AccountLink } from './accountLinks.ts';

/** What a menu shows. `user` is null while it loads. */
export interface AccountMenuProps {
  pathname: string;
  user: User | null;
}

/** Menu of the account. */
export function AccountNav({ pathname, user }: AccountMenuProps) {
  const isShown = ({ isExtension = false }: AccountLink) =>
    !isExtension || user === null || hasAccountExtensions(user);
  const shopLinks = SHOP_LINKS.filter(isShown);
  return (
    <MenuFrame pathname={pathname} label="Кабинет">
      <LinkList links={ACCOUNT_LINKS.filter(isShown)} />
      {shopLinks.length > 0 && (
        <>
          <p id="account-nav-shop" className="account-nav-group">
            Магазин
          </p>
          <LinkList links={shopLinks} labelId="account-nav-shop" />
        </>
      )}
    </MenuFrame>
  );
}

/** A menu: a column, on narrow screens a row of tabs that scrolls. */
export function MenuFrame({
  pathname,
  label,
  children,
}: {
  pathname: string;
  label: string;
  children: ReactNode;
}) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = ref.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    // The open page's tab may be outside of the row. scrollIntoView would also scroll the page.
    if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav className="account-nav" aria-label={label} ref={ref}>
      {children}
    </nav>
  );
}

/** Links of a menu. */
export function LinkList({ links, labelId }: { links: readonly AccountLink[]; labelId?: string }) {
  return (
    <ul aria-labelledby={labelId}>
      {links.map(({ text, to, icon, isExact = false }) => (
        <li key={to}>
          <NavLink to={to} end={isExact}>
            <Icon d={icon} size={20} />
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
