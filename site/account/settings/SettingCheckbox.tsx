import { useId, type ReactNode } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

/**
 * Checkbox that takes effect at once. While `isBusy`, or without `onChange`, it cannot be changed, but is
 * focusable, so that screen reader users find it.
 */
export function SettingCheckbox({
  name,
  label,
  hint,
  isChecked,
  isBusy = false,
  onChange,
}: {
  name: string;
  label: string;
  hint: ReactNode;
  isChecked: boolean;
  isBusy?: boolean;
  onChange?: (isChecked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={onChange ? 'form-checkbox setting' : 'form-checkbox setting locked'}>
      <label htmlFor={id}>
        <span className="box">
          <input
            type="checkbox"
            id={id}
            name={name}
            checked={isChecked}
            aria-disabled={isBusy || !onChange}
            aria-describedby={`${id}-hint`}
            onChange={event => !isBusy && onChange?.(event.currentTarget.checked)}
          />
          <Icon d={ICON_PATHS.check} size={16} />
        </span>
        <span>{label}</span>
      </label>
      <p className="setting-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
