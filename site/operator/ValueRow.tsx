import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { useAccount } from '../account/accountContext.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { SelectField } from '../elements/form/SelectField.tsx';
import { TextField } from '../elements/form/TextField.tsx';
import { useReplacedFocus } from '../elements/useReplacedFocus.ts';
import { useValueForm } from './rates/useValueForm.tsx';
import './rates/rates.css';
import './valueRow.css';

/** A value that staff changes. */
interface EditedValue {
  /** Where `changeValueCall` finds it. */
  target: { table: string; key: string; field: string };
  name: string;
  /** Names the row that has it, for screen readers. */
  owner: string;
  /** The present value, for people. */
  text: string;
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

/** A line with a value; for those who may change it a button that edits it in place. */
export function ValueRow({
  isStandard = false,
  canEdit,
  isEdited,
  onEdit,
  ...editorProps
}: EditedValue & {
  /** Whether nobody has set the value. */
  isStandard?: boolean;
  canEdit: boolean;
  isEdited: boolean;
  onEdit: () => void;
  /** Called with a message when the editor ends. */
  onClose: (message: string) => void;
  /** Called when the value has changed, by this person or another. */
  onChanged: () => void;
}) {
  const { name, owner, text } = editorProps;
  const ref = useReplacedFocus(String(isEdited));
  return (
    <li>
      <div ref={ref}>
        {isEdited ? (
          <ValueEditor {...editorProps} />
        ) : (
          <div className="value-row">
            <span>{name}</span>
            <span>
              {canEdit ? (
                <button
                  type="button"
                  className="rate-value numeric"
                  aria-label={`${name} ${owner}: ${text}`}
                  onClick={onEdit}
                >
                  {text}
                </button>
              ) : (
                <span className="numeric">{text}</span>
              )}
              {isStandard && <small>по&nbsp;умолчанию</small>}
            </span>
          </div>
        )}
      </div>
    </li>
  );
}

function ValueEditor({
  target,
  name,
  owner,
  text,
  present,
  fieldText,
  toValue,
  hint,
  label = name,
  inputMode,
  options,
  onClose,
  onChanged,
}: EditedValue & { onClose: (message: string) => void; onChanged: () => void }) {
  const { api } = useAccount();
  const [typed, setTyped] = useState(fieldText);
  const { form, endNote } = useValueForm({
    present,
    value: toValue(typed),
    isRequired: true,
    send: (body, call) => sendCall(api, changeValueCall, { ...target, body, ...call }),
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose(`${name}: сохранено.`);
    },
  });
  return (
    <form
      {...form.props}
      className="claim-action-form rate-editor"
      aria-label={`${name} ${owner}`}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose('');
      }}
    >
      <p className="section-text numeric">Сейчас: {text}</p>
      {options ? (
        <SelectField
          form={form}
          name="value"
          label={label}
          hint={hint}
          options={options}
          value={typed}
          onChange={setTyped}
        />
      ) : (
        <TextField
          form={form}
          name="value"
          label={label}
          hint={hint}
          inputMode={inputMode}
          autoComplete="off"
          maxLength={500}
          value={typed}
          onChange={({ target: { value } }) => setTyped(value)}
        />
      )}
      {endNote}
      <div className="claim-action-list">
        <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" />
        <button type="button" className="button quiet" onClick={() => onClose('')}>
          Отмена <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
