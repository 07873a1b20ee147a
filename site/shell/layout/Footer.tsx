import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SUPPORT_EMAIL } from '../../contactDetails.ts';
import { useNavLinks, type NavLink } from './useNavLinks.ts';
import { Logo } from './Logo.tsx';

function FooterColumn({ title, links, children }: { title: string; links: NavLink[]; children?: ReactNode }) {
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

/** The footer of every page; `children` follow its text. */
export function Footer({ inert, children }: { inert: boolean; children: ReactNode }) {
  const { exchange, rules, contact } = useNavLinks();
  return (
    <footer className="site-footer" inert={inert}>
      <div className="container">
        <div className="columns">
          <div>
            <Logo />
            <p className="footer-about">
              Обмен криптовалюты на рубли и обратно. Курс и срок видны до создания заявки.
            </p>
          </div>
          <FooterColumn title="Обмен" links={exchange} />
          <FooterColumn title="Правила" links={rules} />
          <FooterColumn title="Связь" links={contact}>
            <li>
              <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
            </li>
          </FooterColumn>
        </div>
        <p className="footer-note">
          Курс меняется вместе с рынком. Итоговая сумма фиксируется при создании заявки.
        </p>
        {children}
      </div>
    </footer>
  );
}
