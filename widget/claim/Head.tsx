import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Acted } from '../Exchange.tsx';
import { Icon, paths } from '../Icon.tsx';

/** The heading of a step. It takes the focus when the step comes, but not before the person has acted. */
export function Head({
  title,
  sub,
  acted,
  onBack,
}: {
  title: string;
  sub?: ReactNode;
  acted: Acted;
  onBack?: (() => void) | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!acted.current) return;
    heading.current?.focus({ preventScroll: true });
    if ((heading.current?.getBoundingClientRect().top ?? 0) < 0) heading.current?.scrollIntoView();
  }, [acted]);
  return (
    <div className="head">
      {onBack && (
        <button type="button" className="icn" aria-label="Назад" onClick={onBack}>
          <Icon d={paths.left} />
        </button>
      )}
      <h2 className="ttl" tabIndex={-1} ref={heading}>
        {title}
        {sub && <small className="num">{sub}</small>}
      </h2>
    </div>
  );
}

const names = ['Реквизиты', 'Проверка', 'Оплата'];

/** Which of the three steps this is, from 1. */
export function Steps({ at }: { at: 1 | 2 | 3 }) {
  return (
    <ol className="steps" aria-label={`Шаг ${at} из ${names.length}: ${names[at - 1]}`}>
      {names.map((name, index) => (
        <li
          className={index < at ? 'on' : ''}
          key={name}
          aria-current={index === at - 1 ? 'step' : undefined}
        >
          <span className="vh">{name}</span>
        </li>
      ))}
    </ol>
  );
}
