import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import type { Form } from '../elements/form/useForm.ts';

/**
 * The form of an action that was chosen. It gives the focus to its first field or to `[data-focus]`, else to itself, so
 * that a second Enter does not send it. Escape and «Назад» close it and give the focus back.
 */
export function ActionForm({
  form,
  label,
  text = label,
  sendingText = 'Записываем…',
  className = '',
  takesFocus = true,
  onClose,
  children,
}: {
  form: Form;
  label: string;
  /** The button's text. */
  text?: string;
  sendingText?: string;
  className?: string;
  /** False for a form that a choice in another field shows. */
  takesFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!takesFocus) return;
    const first = ref.current?.querySelector<HTMLElement>('[data-focus], input, select, textarea');
    (first ?? ref.current)?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, [takesFocus]);
  const cancel = () => {
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  };
  return (
    <form
      {...form.props}
      className={`claim-action-form ${className}`}
      aria-label={label}
      onKeyDown={event => {
        if (event.key === 'Escape') cancel();
      }}
    >
      <div ref={ref} tabIndex={-1}>
        {children}
      </div>
      <div className="claim-action-list">
        <FormEnd form={form} text={text} sendingText={sendingText} />
        <button type="button" className="button quiet" onClick={cancel}>
          Назад <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
