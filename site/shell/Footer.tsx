import { Link } from 'react-router';
import { useLinks } from './links.ts';
import { Logo } from './Logo.tsx';

/** The footer of every page. */
export function Footer({ inert }: { inert: boolean }) {
  const { exchange, rules } = useLinks();
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
          {[
            { title: 'Обмен', links: exchange },
            { title: 'Правила', links: rules },
          ].map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ text, to }) => (
                  <li key={text}>
                    <Link to={to}>{text}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div>
            <h2>Связь</h2>
            <ul>
              <li>
                <a href="mailto:help@example.com">help@example.com</a>
              </li>
            </ul>
          </div>
        </div>
        <p className="base">
          Курс меняется вместе с&nbsp;рынком. Итоговая сумма фиксируется при создании заявки.
        </p>
      </div>
    </footer>
  );
}
