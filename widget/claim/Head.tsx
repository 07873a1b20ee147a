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
    // Nor is it taken from a field of the page around.
    if (!acted.current || elsewhere(heading.current)) return;
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

/** Whether the focus is outside of the widget that holds `node`. */
function elsewhere(node: HTMLElement | null): boolean {
  const root = node?.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : null;
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused !== host && !focused.contains(host);
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
