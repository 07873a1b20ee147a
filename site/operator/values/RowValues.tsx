import { useState } from 'react';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useEditedValue } from './useEditedValue.ts';
import { useValueForm, type ValueTarget } from './useValueForm.tsx';
import { ValueEditor } from './ValueEditor.tsx';
import { ValueLine } from './ValueLine.tsx';

/** A value that staff changes. */
export interface RowValue {
  target: ValueTarget;
  name: string;
  /** The present value, for people. */
  text: string;
  /** Whether nobody has set the value. */
  isStandard?: boolean;
  canEdit: boolean;
  /** The present value, as the call takes it. */
  present: string;
  /** The present value, as the field of the form shows it. */
  fieldText: string;
  /** Converts a typed text to what the call takes; "" is refused. */
  toValue: (typed: string) => string;
  /** What the value does, and what an empty one means. */
  hint: string;
  /** Label of the field; default: the name. */
  label?: string;
  inputMode?: 'decimal' | 'numeric' | 'text';
  /** The only values. */
  options?: readonly { value: string; label: string }[];
}

/** The values of a row, which are edited in place one at a time. */
export function RowValues({
  owner,
  values,
  onChanged,
}: {
  /** Names the row. */
  owner: string;
  values: readonly RowValue[];
  /** Called when a value has changed, by this person or another. */
  onChanged: () => void;
}) {
  const { edited, closed, edit, close } = useEditedValue();
  return (
    <>
      <p className="form-hint" role="status">
        {closed.message}
      </p>
      <ul className="line-list row-values" aria-label={`Значения ${values[0]?.target.key}`}>
        {values.map(value => {
          const { target, name, text, isStandard = false, canEdit } = value;
          const id = `${target.table} ${target.key} ${target.field}`;
          const isEdited = edited === id;
          return (
            <ValueLine
              key={id}
              id={id}
              name={name}
              note={isStandard && 'по умолчанию'}
              text={text}
              label={`${name} ${owner}: ${text}`}
              isEdited={isEdited}
              onEdit={canEdit ? isOpening => edit(isOpening ? id : null) : null}
            >
              {isEdited && (
                <RowValueEditor value={value} owner={owner} onClose={close} onChanged={onChanged} />
              )}
            </ValueLine>
          );
        })}
      </ul>
    </>
  );
}

function RowValueEditor({
  value: { target, name, text, present, fieldText, toValue, hint, label = name, inputMode, options },
  owner,
  onClose,
  onChanged,
}: {
  value: RowValue;
  owner: string;
  /** Called with a message when the editor ends. */
  onClose: (message: string) => void;
  onChanged: () => void;
}) {
  const [typed, setTyped] = useState(fieldText);
  const valueForm = useValueForm({
    target,
    present,
    value: toValue(typed),
    isRequired: true,
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose(`${name}: сохранено.`);
    },
  });
  const field = { form: valueForm.form, name: 'value', label, hint, value: typed };
  return (
    <ValueEditor label={`${name} ${owner}`} present={text} valueForm={valueForm} onClose={onClose}>
      {options ? (
        <SelectField {...field} options={options} onChange={setTyped} />
      ) : (
        <TextField
          {...field}
          inputMode={inputMode}
          autoComplete="off"
          maxLength={500}
          onChange={event => setTyped(event.target.value)}
        />
      )}
    </ValueEditor>
  );
}
