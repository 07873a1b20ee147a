import type { FormHTMLAttributes, ReactNode } from 'react';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { ConfirmationFields } from './ConfirmationFields.tsx';
import { useConfirmedForm } from './useConfirmedForm.ts';

/** A button, in a form of its own, for a change that requires a recent proof of identity. */
export function ConfirmedButton({
  text,
  sendingText,
  hint,
  send,
  children,
  ...formProps
}: Pick<FormHTMLAttributes<HTMLFormElement>, 'className' | 'aria-label' | 'aria-labelledby'> & {
  text: string;
  sendingText: string;
  /** Explains the change. */
  hint?: ReactNode;
  send: (signal: AbortSignal) => Promise<void>;
  /** Follows the button. */
  children?: ReactNode;
}) {
  const form = useConfirmedForm({ fieldNames: [], send: (_, { signal }) => send(signal) });
  return (
    <form {...form.props} {...formProps}>
      {hint !== undefined && <p className="form-hint">{hint}</p>}
      <ConfirmationFields form={form} />
      <FormEnd form={form} text={text} sendingText={sendingText} isQuiet />
      {children}
    </form>
  );
}
