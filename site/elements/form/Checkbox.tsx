import type { ReactNode } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { FieldNotes } from './FieldNotes.tsx';
import type { Form } from './useForm.ts';
import './form.css';

/** Checkbox of a form with its error. `children`: the label, may contain links; `hintId`: id of the description. */
export function Checkbox({
  form,
  name,
  defaultChecked = false,
  hintId,
  children,
}: {
  form: Form;
  name: string;
  defaultChecked?: boolean;
  hintId?: string;
  children: ReactNode;
}) {
  const id = `${form.id}-${name}`;
  const error = form.getError(name);
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
            aria-describedby={error === null ? hintId : `${id}-error`}
          />
          <Icon d={ICON_PATHS.check} size={16} />
        </span>
        <span>{children}</span>
      </label>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
