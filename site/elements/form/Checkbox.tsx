import type { ReactNode } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { Form } from './useForm.ts';

/** Checkbox of a form with its error. `children` are the label, which may contain links; `hint` is below. */
export function Checkbox({
  form,
  name,
  defaultChecked = false,
  hint,
  children,
}: {
  form: Form;
  name: string;
  defaultChecked?: boolean;
  hint?: ReactNode;
  children: ReactNode;
}) {
  const id = `${form.id}-${name}`;
  const error = form.getError(name);
  const descriptions = [error !== null && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="form-checkbox">
      <label htmlFor={id}>
        <span className="box">
          <input
            type="checkbox"
            id={id}
            name={name}
            value="true"
            defaultChecked={defaultChecked}
            aria-invalid={error !== null}
            aria-describedby={descriptions.join(' ') || undefined}
          />
          <Icon d={ICON_PATHS.check} size={16} />
        </span>
        <span>{children}</span>
      </label>
      {hint !== undefined && (
        <div className="form-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== null && (
        <p className="form-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
