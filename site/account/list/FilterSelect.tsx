import { useId, type ReactNode } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

/** A select of the filters. `children` are its options; the first one, with the value "", means no filter. */
export function FilterSelect({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <span className="list-select">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={event => onChange(event.target.value)}>
        {children}
      </select>
      <Icon d={ICON_PATHS.down} size={18} />
    </span>
  );
}
