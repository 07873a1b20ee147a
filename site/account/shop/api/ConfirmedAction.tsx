import { useEffect } from 'react';
import { FormEnd } from '../../../elements/form/FormEnd.tsx';
import { ConfirmationFields } from '../../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../confirmation/useConfirmedForm.ts';
import './confirmedAction.css';

/** Confirmation of a change that cannot be undone, with a proof of identity if the server requires one. */
export function ConfirmedAction({
  label,
  hint,
  text,
  sendingText,
  onSend,
  onCancel,
}: {
  label: string;
  hint: string;
  text: string;
  sendingText: string;
  onSend: () => Promise<void>;
  onCancel: () => void;
}) {
  const form = useConfirmedForm({ fieldNames: [], send: onSend });
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector<HTMLElement>('button')?.focus(), [ref]);
  return (
    <form
      {...form.props}
      className="api-action"
      aria-label={label}
      onKeyDown={event => event.key === 'Escape' && onCancel()}
    >
      <p className="form-hint">{hint}</p>
      <ConfirmationFields form={form} />
      <FormEnd form={form} text={text} sendingText={sendingText} isQuiet />
      <button type="button" className="button quiet" onClick={onCancel}>
        Отмена
      </button>
    </form>
  );
}
