import { useEffect, useState } from 'react';
import type { AboutExchange } from '#core/contract/siteSettings.ts';
import { pluralize, selectPluralForm } from '#core/pluralize.ts';
import type { LoadSiteSettings } from '../siteSettings.ts';
import './exchangeFacts.css';

const EXCHANGE_FORMS = ['обмен', 'обмена', 'обменов'] as const;
const DAY_FORMS = ['день', 'дня', 'дней'] as const;
const MINUTE_FORMS = ['минута', 'минуты', 'минут'] as const;
const HOUR_FORMS = ['час', 'часа', 'часов'] as const;

/** Formats a duration: «6 минут», «2 часа 5 минут», «3 часа». */
function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [pluralize(hours, HOUR_FORMS)] : []),
    ...(rest > 0 || hours === 0 ? [pluralize(rest, MINUTE_FORMS)] : []),
  ].join(' ');
}

/** Facts that the operator publishes, at the end of the footer. Renders nothing if there are none or loading fails. */
export function ExchangeFacts({ loadSiteSettings }: { loadSiteSettings: LoadSiteSettings }) {
  const [about, setAbout] = useState<AboutExchange | null>(null);
  useEffect(() => {
    let isMounted = true;
    loadSiteSettings().then(
      settings => isMounted && setAbout(settings.about ?? null),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [loadSiteSettings]);
  if (!about) return null;
  const { owner, hours, links, figures } = about;
  if (owner === null && hours === null && links.length === 0 && figures === null) return null;
  return (
    <dl className="exchange-facts" aria-label="Об обменнике">
      {figures && (
        <>
          <div className="figure">
            <dt>За {pluralize(figures.days, DAY_FORMS)}</dt>
            <dd>
              {figures.exchanges.toLocaleString('ru')}
              &nbsp;{selectPluralForm(figures.exchanges, EXCHANGE_FORMS)}
            </dd>
          </div>
          <div className="figure">
            <dt>От оплаты до выплаты, медиана</dt>
            <dd>{formatDuration(figures.payoutMinutes)}</dd>
          </div>
        </>
      )}
      {hours !== null && (
        <div>
          <dt>Операторы работают</dt>
          <dd>{hours}</dd>
        </div>
      )}
      {owner !== null && (
        <div>
          <dt>Кто меняет</dt>
          <dd>{owner}</dd>
        </div>
      )}
      {links.length > 0 && (
        <div>
          <dt>О нас на других сайтах</dt>
          {links.map(({ name, url }) => (
            <dd key={url}>
              <a href={url} rel="noopener">
                {name}
              </a>
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}
