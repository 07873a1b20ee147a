import { useState } from 'react';
import { CopyField } from '../../elements/CopyField.tsx';
import { publicOrigin } from '../../publicOrigin.ts';
import { BANNER_SIZES, BANNER_THEMES, getBannerPath, type BannerTheme } from '../../referral/banners.ts';
import './banners.css';

const THEME_NAMES: Readonly<Record<BannerTheme, string>> = { dark: 'Тёмные', light: 'Светлые' };

const ALT = 'Размен: обмен криптовалюты на рубли';
const BUTTON_TEXT = 'Обменять на Размене';

const BUTTON_STYLE =
  'display:inline-block;padding:14px 24px;border-radius:12px;background:#aacf17;color:#11150a;font:600 17px/1.4 sans-serif;text-decoration:none';

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Banners and a button with the partner's link, and their HTML to copy. */
export function BannerSection({ url }: { url: string }) {
  const [theme, setTheme] = useState<BannerTheme>('dark');
  const link = `<a href="${escapeAttribute(url)}" target="_blank" rel="noopener"`;
  return (
    <section className="account-section" aria-labelledby="h-banners">
      <h2 id="h-banners">Баннеры и кнопка</h2>
      <p className="section-text">
        Вставьте код на свою страницу: ссылка в нём уже с вашим кодом. Картинки загружаются с нашего сайта и
        ничего не узнают о посетителях.
      </p>
      <CopyField
        label={`Кнопка «${BUTTON_TEXT}»`}
        value={`${link} style="${BUTTON_STYLE}">${BUTTON_TEXT.replace('на ', 'на&nbsp;')}</a>`}
      />
      <p className="banner-preview">
        <a className="banner-button" href={url} target="_blank" rel="noopener">
          {BUTTON_TEXT}
        </a>
      </p>
      <div className="banner-themes" role="group" aria-label="Оформление баннеров">
        {BANNER_THEMES.map(name => (
          <button
            key={name}
            type="button"
            className="button quiet"
            aria-pressed={name === theme}
            onClick={() => setTheme(name)}
          >
            {THEME_NAMES[name]}
          </button>
        ))}
      </div>
      <ul aria-label="Баннеры">
        {BANNER_SIZES.map(size => {
          const { width, height } = size;
          const path = getBannerPath(size, theme);
          const image = `<img src="${publicOrigin}${path}" width="${width}" height="${height}" alt="${ALT}">`;
          return (
            <li key={path}>
              <CopyField label={`Баннер ${width}×${height}`} value={`${link}>${image}</a>`} />
              <p className="banner-preview">
                <img src={path} width={width} height={height} alt={ALT} loading="lazy" />
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
