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
  /** What it belongs to. */
  name: string;
  label: string;
  value: string;
  onDone: () => void;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), [value]);
  return (
    <div className="one-time-secret" role="group" aria-label={`${title}: ${name}`}>
      <h3 ref={ref} tabIndex={-1}>
        {title}
      </h3>
      <p className="api-name">{name}</p>
      <p className="section-text">Сохраните сейчас: больше мы&nbsp;его не&nbsp;покажем.</p>
      <CopyField label={label} value={value} />
      <button type="button" className="button" onClick={onDone}>
        Я&nbsp;сохранил
      </button>
    </div>
  );
}
