import { useEffect, useId, useRef } from 'react';
import type { ConfirmationMethod } from '#core/contract/auth.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { FIELD_METHODS, useConfirmedForm } from '../confirmation/useConfirmedForm.ts';
import '../../elements/form/form.css';
import '../../shell/messages/MessageModal.css';

/** Dialog for a proof of identity. Escape and «Отмена» cancel it. */
export function ConfirmationDialog({
  methods,
  onClose,
}: {
  methods: readonly ConfirmationMethod[];
  onClose: (isProven: boolean) => void;
}) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isProven = useRef(false);
  const id = useId();
  const form = useConfirmedForm({
    fieldNames: [],
    requiredMethods: methods,
    // The form has confirmed by then. Closing the dialog natively restores the focus.
    async send() {
      isProven.current = true;
      dialogRef.current?.close();
    },
  });
  useEffect(() => dialogRef.current?.showModal(), []);
  const hasField = FIELD_METHODS.some(method => methods.includes(method));
  return (
    <dialog
      ref={dialogRef}
      className="message-modal"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onClose(isProven.current)}
    >
      <h2 id={`${id}-title`}>Подтвердите, что это вы</h2>
      <p id={`${id}-text`}>
        Без этого чужой человек в вашем аккаунте мог бы отправить деньги на свои реквизиты.
      </p>
      <form {...form.props} className="confirmation-form" aria-label="Подтверждение">
        <ConfirmationFields form={form} isExplained />
        {hasField ? (
          <FormEnd form={form} text="Подтвердить" sendingText="Проверяем…" />
        ) : (
          <ErrorNote text={form.failure?.message} />
        )}
        <button type="button" className="button quiet" onClick={() => dialogRef.current?.close()}>
          Отмена
        </button>
      </form>
    </dialog>
  );
}
