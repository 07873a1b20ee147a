import { useState } from 'react';
import { TextField } from '../../elements/form/TextField.tsx';
import { EffectList } from '../ActionButton.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { useValueForm, type ValueTarget } from './useValueForm.tsx';
import './values.css';

/** What the form of an action calls when it ends. */
export interface ActionEnd {
  /** Called with a message after the change. */
  onSaved: (message: string) => void;
  /** Called with who was faster: what the form was about may be the opposite now. */
  onStale: (text: string) => void;
  /** Called if nothing is done. */
  onClose: () => void;
}

/** The form of an action with a value: on or off, or a reason to close. It shows the effect before it is done. */
export function ValueAction({
  onSaved,
  onStale,
  onClose,
  takesFocus = true,
  ...given
}: ActionEnd & {
  target: ValueTarget;
  /** The present value, as the call takes it. */
  present: string;
  /** The value that the action gives; undefined: the reason that the person types. */
  value?: string | undefined;
  /** The name of the action. */
  text: string;
  /** Names the form; default: the action. */
  label?: string;
  effects?: readonly string[];
  /** Who reads the reason. */
  reasonHint?: string;
  /** What has happened then. */
  message: string;
  /** Whether the form takes the focus when it appears; default: yes. */
  takesFocus?: boolean;
}) {
  // Somebody else may change the value while the form is open: it must not turn into the opposite.
  const [{ target, present, value, text, label = text, effects = [], reasonHint, message }] = useState(given);
  const isTyped = value === undefined;
  const [reason, setReason] = useState(isTyped ? present : '');
  const { form, endNote } = useValueForm({
    target,
    present,
    value: value ?? reason.trim(),
    isRequired: isTyped,
    onSaved: () => onSaved(message),
    onStale,
  });
  return (
    <ActionForm
      form={form}
      label={label}
      text={text}
      className="value-editor"
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <EffectList texts={effects} />
      {isTyped && (
        <TextField
          form={form}
          name="value"
          label="Причина"
          hint={reasonHint}
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={({ target: { value: typed } }) => setReason(typed)}
        />
      )}
      {endNote}
    </ActionForm>
  );
}
