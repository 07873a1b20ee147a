import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EMAIL } from '../contact.ts';
import { useLinks, type NavLink } from './links.ts';
import { Logo } from './Logo.tsx';

function Column({ title, links, children }: { title: string; links: NavLink[]; children?: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {children}
        {links.map(({ text, to, current }) => (
          <li key={text}>
            <Link to={to} aria-current={current ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The footer of every page. */
export function Footer({ inert }: { inert: boolean }) {
  const { exchange, rules, contact } = useLinks();
  return (
    <footer className="ft" inert={inert}>
      <div className="wrap">
        <div className="cols">
          <div>
            <Logo />
            <p className="about">
              Обмен криптовалюты на&nbsp;рубли и&nbsp;обратно. Курс и&nbsp;срок видны до&nbsp;создания заявки.
            </p>
          </div>
          <Column title="Обмен" links={exchange} />
          <Column title="Правила" links={rules} />
          <Column title="Связь" links={contact}>
            <li>
              <a href={`mailto:${EMAIL}`}>{EMAIL}</a>
            </li>
          </Column>
        </div>
        <p className="base">
          Курс меняется вместе с&nbsp;рынком. Итоговая сумма фиксируется при создании заявки.
        </p>
      </div>
    </footer>
  );
}
