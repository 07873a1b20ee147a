import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { SiteSession } from '../session/siteSession.ts';
import { AccountLink, AccountMenuLinks } from './AccountLink.tsx';
import { useNavLinks, type NavLink } from './useNavLinks.ts';
import { Logo } from './Logo.tsx';
import { siteIconPaths } from './siteIconPaths.ts';

const renderNavLink = ({ text, to, current }: NavLink) => (
  <Link to={to} aria-current={current ? 'page' : undefined}>
    {text}
  </Link>
);

/** Width at which the links replace the menu button; same as in `Header.css`. */
const WIDE_SCREEN_QUERY = '(min-width: 901px)';

/** Header with a row of links, on narrow screens with a menu. Escape, a choice or a wider screen closes the menu. */
export function Header({
  isMenuOpen,
  setMenuOpen,
  session,
  aside,
}: {
  isMenuOpen: boolean;
  setMenuOpen: (isMenuOpen: boolean) => void;
  session: SiteSession;
  /** Link beside the menu button, for example to the unfinished claim. */
  aside?: ReactNode;
}) {
  const { main, menu } = useNavLinks();
  const menuButtonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isMenuOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setMenuOpen(false);
      menuButtonRef.current?.focus();
    };
    const wideScreen = matchMedia(WIDE_SCREEN_QUERY);
    const closeMenu = () => setMenuOpen(false);
    addEventListener('keydown', onKeyDown);
    wideScreen.addEventListener('change', closeMenu);
    return () => {
      removeEventListener('keydown', onKeyDown);
      wideScreen.removeEventListener('change', closeMenu);
    };
  }, [isMenuOpen, setMenuOpen]);
  return (
    <header className="site-header">
      <a className="skip" href="#main" inert={isMenuOpen}>
        К содержанию
      </a>
      <div className="container">
        <Logo />
        <nav className="nav-bar" aria-label="Основная">
          {main.map(navLink => (
            <span key={navLink.text}>{renderNavLink(navLink)}</span>
          ))}
        </nav>
        <div className="header-aside" inert={isMenuOpen}>
          {aside}
          <AccountLink session={session} />
        </div>
        <button
          ref={menuButtonRef}
          type="button"
          className="button menu-toggle"
          aria-label={isMenuOpen ? 'Закрыть меню' : 'Меню'}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon d={isMenuOpen ? ICON_PATHS.close : siteIconPaths.menu} />
        </button>
      </div>
      <nav id="menu" className="menu" aria-label="Меню" hidden={!isMenuOpen}>
        <div onClick={() => setMenuOpen(false)}>
          <ul>
            {menu.map(navLink => (
              <li key={navLink.text}>{renderNavLink(navLink)}</li>
            ))}
          </ul>
          <AccountMenuLinks session={session} />
        </div>
      </nav>
    </header>
  );
}
