import { useEffect, useRef } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createLazyModule } from '../lazy/lazyModule.ts';
import { getLogo } from './coinLogo.ts';

const lazyLogoLoader = createLazyModule(() => import('./logoLoader.ts'));

/** Up to three letters: a short name, the initials of two words, or the first two letters: ВТБ, ТБ, Сб. */
function abbreviateName(name: string): string {
  const [first = '', second] = name.split(/[\s-]+/);
  if (second) return first.charAt(0) + second.charAt(0);
  return first.length > 3 ? first.slice(0, 2) : first;
}

/** A hue from the name, in degrees: the networks of a coin share it. */
const getHue = (name: string) =>
  [...name].reduce((hue, letter) => (hue * 328 + letter.charCodeAt(0)) % 360, 0);

/** The logo of a coin; letters of the name if there is none or until it is loaded. Loads the logo when it is visible. */
export function CurrencyIcon({ icon, name }: { icon: string; name: string }) {
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
      aria-hidden="true"
    >
      {logo?.length ? (
        logo.map(([data, fill, opacity]) => <path key={data} d={data} fill={fill} fillOpacity={opacity} />)
      ) : (
        <>
          {/* An attribute, because a Content-Security-Policy blocks a style in prerendered markup. */}
          <circle cx="16" cy="16" r="16" fill={`oklch(0.44 0.09 ${getHue(name)})`} />
          <text
            x="16"
            y="16.5"
            fill="#fff"
            fontSize={letters.length > 2 ? 10.5 : 12}
            fontWeight="600"
            textAnchor="middle"
            dominantBaseline="central"
          >
            {letters}
          </text>
        </>
      )}
    </svg>
  );
}
