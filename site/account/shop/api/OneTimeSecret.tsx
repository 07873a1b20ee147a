import { useEffect, useRef } from 'react';
import { CopyField } from '../../../elements/CopyField.tsx';

/** A key or a secret that is shown once, and gets the focus. */
export function OneTimeSecret({
  title,
  name,
  label,
  value,
  onDone,
}: {
  title: string;
  /** Name of the key or the webhook. */
  name: string;
  label: string;
  value: string;
  onDone: () => void;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), [value]);
  useEffect(confirmLeaving, []);
  return (
    <div className="one-time-secret" role="group" aria-label={`${title}: ${name}`}>
      <h3 ref={ref} tabIndex={-1}>
        {title}
      </h3>
      <p className="api-name">{name}</p>
      <p className="section-text">Сохраните сейчас: больше мы его не покажем.</p>
      <CopyField label={label} value={value} />
      <button type="button" className="button" onClick={onDone}>
        Я сохранил
      </button>
    </div>
  );
}

/** Shows a confirmation before a link or the browser leaves the page. Returns a function that stops it. */
function confirmLeaving(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('beforeunload', event => event.preventDefault(), { signal });
  const stay = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // Ignores links to another tab, and to another site, for which the browser shows its own dialog.
    const isLink = link?.origin === location.origin && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (
      !isLink ||
      event.defaultPrevented ||
      confirm('Секрет ещё на экране и больше не появится. Уйти со страницы?')
    )
      return;
    event.preventDefault();
  };
  // Runs before the router's own listener, which ignores a prevented click.
  document.addEventListener('click', stay, { capture: true, signal });
  return () => controller.abort();
}
