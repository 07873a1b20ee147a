import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { ModalMessage, MessageQueue } from './messageQueue.ts';
import './MessageModal.css';

const LOGIN_PATH = '/login';

/** SPEC "Message modal": whatever is to be told, one dialog at a time. */
export function MessageModal({ messages }: { messages: MessageQueue }) {
  useSignals();
  const current = messages.current.value;
  return current && <MessageDialog message={current} onClose={messages.close} />;
}

function MessageDialog({ message, onClose }: { message: ModalMessage; onClose: () => void }) {
  const { title, message: text, button = 'ОК', recover } = message;
  const dialogRef = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    // Another message in the same dialog: it has been closed, and opens anew with the focus on its button.
    if (!dialogRef.current?.open) dialogRef.current?.showModal();
  }, [message]);
  // Closed by itself, the dialog gives the focus back to where it was; Escape does the same.
  const closeDialog = () => dialogRef.current?.close();
  return (
    <dialog
      ref={dialogRef}
      className="message"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      {recover ? (
        <Link className="b primary" to={LOGIN_PATH} onClick={closeDialog}>
          {button}
        </Link>
      ) : (
        <button type="button" className="b primary" onClick={closeDialog}>
          {button}
        </button>
      )}
    </dialog>
  );
}
