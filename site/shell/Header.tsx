import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, paths as signs } from '#widget/Icon.tsx';
import { useLinks, type NavLink } from './links.ts';
import { Logo } from './Logo.tsx';
import { paths } from './paths.ts';

const link = ({ text, to, current }: NavLink) => (
  <Link to={to} aria-current={current ? 'page' : undefined}>
    {text}
  </Link>
);

/** Where the row of links gives way to the menu, as in `look/header.css`. */
const WIDE = '(min-width: 901px)';

/** The header: links in a row, or behind a menu on a narrow screen, closed by Escape, a choice or a wider screen. */
export function Header({
  open,
  setOpen,
  aside,
}: {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** A link of this visitor's own, beside the menu's button. */
  aside?: ReactNode;
}) {
  const { main, menu } = useLinks();
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    const wide = matchMedia(WIDE);
    const close = () => setOpen(false);
    addEventListener('keydown', escape);
    wide.addEventListener('change', close);
    return () => {
      removeEventListener('keydown', escape);
      wide.removeEventListener('change', close);
    };
  }, [open, setOpen]);
  return (
    <header className="hd">
      <a className="skip" href="#main" inert={open}>
        К&nbsp;содержанию
      </a>
      <div className="wrap">
        <Logo />
        <nav className="bar" aria-label="Основная">
          {main.map(one => (
            <span key={one.text}>{link(one)}</span>
          ))}
        </nav>
        <div className="aside" inert={open}>
          {aside}
        </div>
        <button
          ref={toggle}
          type="button"
          className="b toggle"
          aria-label={open ? 'Закрыть меню' : 'Меню'}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          <Icon d={open ? signs.close : paths.menu} />
        </button>
      </div>
      <nav id="menu" className="menu" aria-label="Меню" hidden={!open}>
        <ul onClick={() => setOpen(false)}>
          {menu.map(one => (
            <li key={one.text}>{link(one)}</li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
