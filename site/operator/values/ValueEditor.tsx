import type { ReactNode } from 'react';
import { ActionForm } from '../ActionForm.tsx';
import type { useValueForm } from './useValueForm.tsx';
import './values.css';

/** The form that edits a value in place. */
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
  return (
    <ActionForm
      form={form}
      label={label}
      text={isDoubtful ? 'Всё равно сохранить' : 'Сохранить'}
      sendingText="Сохраняем…"
      className="value-editor"
      onClose={() => onClose('')}
    >
      {present !== undefined && <p className="section-text numeric">Сейчас: {present}</p>}
      {children}
      {endNote}
    </ActionForm>
  );
}
