import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { routePaths } from '../../routePaths.ts';
import type { ModalMessage, MessageQueue } from './messageQueue.ts';
import './MessageModal.css';

/** Shows the queued messages in a dialog, one at a time. */
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
    // The dialog was closed; reopening it for the next message focuses the button.
    if (!dialogRef.current?.open) dialogRef.current?.showModal();
  }, [message]);
  // Closing the dialog natively restores the focus, as Escape does.
  const closeDialog = () => dialogRef.current?.close();
  return (
    <dialog
      ref={dialogRef}
      className="message-modal"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      {recover ? (
        <Link className="button primary" to={routePaths.login} onClick={closeDialog}>
          {button}
        </Link>
      ) : (
        <button type="button" className="button primary" onClick={closeDialog}>
          {button}
        </button>
      )}
    </dialog>
  );
}
