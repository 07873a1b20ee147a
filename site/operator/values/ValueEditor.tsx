import { useEffect, useRef, type ReactNode } from 'react';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import type { useValueForm } from './useValueForm.tsx';
import './values.css';

/** The form that edits a value in place. It gives the first field the focus, and Escape leaves the value as it is. */
export function ValueEditor({
  label,
  present,
  valueForm: { form, isDoubtful, endNote },
  onClose,
  children,
}: {
  label: string;
  /** The present value, for people; undefined for a new one. */
  present?: string;
  valueForm: ReturnType<typeof useValueForm>;
  /** Called with "": nothing is saved. */
  onClose: (message: string) => void;
  /** The fields. */
  children: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = ref.current?.querySelector<HTMLElement>('input, select, textarea');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, []);
  return (
    <form
      {...form.props}
      className="claim-action-form value-editor"
      aria-label={label}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose('');
      }}
    >
      {present !== undefined && <p className="section-text numeric">Сейчас: {present}</p>}
      <div ref={ref}>{children}</div>
      {endNote}
      <div className="claim-action-list">
        <FormEnd
          form={form}
          text={isDoubtful ? 'Всё равно сохранить' : 'Сохранить'}
          sendingText="Сохраняем…"
        />
        <button type="button" className="button quiet" onClick={() => onClose('')}>
          Отмена <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
