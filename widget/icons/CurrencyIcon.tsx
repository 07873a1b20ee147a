import { useEffect, useRef } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import { createLazyModule } from '../lazy/lazyModule.ts';
import { getLogo } from './coinLogo.ts';

const lazyLogoLoader = createLazyModule(() => import('./logoLoader.ts'));

/** Up to three letters: a short name, the initials of two words, or the first two letters: ВТБ, ТБ, Сб. */
function abbreviateName(name: string): string {
  const [first = '', second] = name.split(/[\s-]+/);
  if (second) return first.charAt(0) + second.charAt(0);
  return first.length > 3 ? first.slice(0, 2) : first;
}

/** A hue in degrees. The constants are chosen so that the best known coins nearly get the hue of their brand. */
const getHue = (key: string) =>
  [...key].reduce((hue, letter) => ((hue + letter.charCodeAt(0)) * 5242) % 9553, 31) % 360;

/**
 * A circle for a coin and a rounded square for money, in the hue of the currency. In it is the logo, loaded when it is
 * visible; letters of the name if there is none, or until then.
 */
export function CurrencyIcon({
  currency: { icon, name, kind },
}: {
  currency: Pick<CurrencyItem, 'icon' | 'name' | 'kind'>;
}) {
  useSignals();
  const iconRef = useRef<SVGSVGElement>(null);
  const logo = getLogo(icon).value;
  const letters = abbreviateName(name);
  const isLoaded = logo !== null;
  useEffect(() => {
    if (isLoaded) return;
    void lazyLogoLoader.load().then(() => {
      if (iconRef.current) lazyLogoLoader.module.peek()?.loadLogoWhenVisible(icon, iconRef.current);
    });
  }, [icon, isLoaded]);
  return (
    <svg
      ref={iconRef}
      className="coin"
      data-icon={icon}
      width="36"
      height="36"
      viewBox="0 0 32 32"
      fill="#fff"
      aria-hidden="true"
    >
      {/* An attribute, because a Content-Security-Policy blocks a style in prerendered markup. */}
      <rect
        width="32"
        height="32"
        rx={kind === 'crypto' ? 16 : 9}
        fill={`oklch(0.44 0.09 ${getHue(icon || name)})`}
      />
      {logo?.length ? (
        logo.map(([data, opacity]) => <path key={data} d={data} fillOpacity={opacity} />)
      ) : (
        <text
          x="16"
          y="16.5"
          fontSize={letters.length > 2 ? 10.5 : 12}
          fontWeight="600"
          textAnchor="middle"
          dominantBaseline="central"
        >
          {letters}
        </text>
      )}
    </svg>
  );
}
