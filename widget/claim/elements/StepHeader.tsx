import { useEffect, useRef, type ReactNode } from 'react';
import type { InteractionRef } from '../../widgetContext.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';

/** Heading of a step. It takes the focus when the step appears, but not before the visitor's first action. */
export function StepHeader({
  title,
  subtitle,
  hasInteracted,
  onBack,
}: {
  title: string;
  subtitle?: ReactNode;
  hasInteracted: InteractionRef;
  onBack?: (() => void) | undefined;
}) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Do not take the focus from a field of the host page.
    if (!hasInteracted.current || isFocusOutsideWidget(headingRef.current)) return;
    headingRef.current?.focus({ preventScroll: true });
    if ((headingRef.current?.getBoundingClientRect().top ?? 0) < 0) headingRef.current?.scrollIntoView();
  }, [hasInteracted]);
  return (
    <div className="header">
      {onBack && (
        <button type="button" className="icon-button" aria-label="Назад" onClick={onBack}>
          <Icon d={ICON_PATHS.left} />
        </button>
      )}
      <h2 className="title" tabIndex={-1} ref={headingRef}>
        {title}
        {subtitle && <small className="numeric">{subtitle}</small>}
      </h2>
    </div>
  );
}

/** Whether the focus is outside the widget that contains `node`. */
function isFocusOutsideWidget(node: HTMLElement | null): boolean {
  const root = node?.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : null;
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused !== host && !focused.contains(host);
}

const stepNames = ['Реквизиты', 'Проверка', 'Оплата'];

/** Number of the step, 1 to 3. */
export function StepProgress({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol className="steps" aria-label={`Шаг ${current} из ${stepNames.length}: ${stepNames[current - 1]}`}>
      {stepNames.map((name, index) => (
        <li
          className={index < current ? 'done' : ''}
          key={name}
          aria-current={index === current - 1 ? 'step' : undefined}
        >
          <span className="visually-hidden">{name}</span>
        </li>
      ))}
    </ol>
  );
}
