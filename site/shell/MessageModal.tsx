import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { Message, Messages } from './message.ts';
import './message.css';

const LOGIN = '/login';

/** SPEC "Message modal": whatever is to be told, one dialog at a time. */
export function MessageModal({ messages }: { messages: Messages }) {
  useSignals();
  const current = messages.current.value;
  return current && <Shown message={current} close={messages.close} />;
}

function Shown({ message, close }: { message: Message; close: () => void }) {
  const { title, message: text, button = 'ОК', recover } = message;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    // Another message in the same dialog: it has been closed, and opens anew with the focus on its button.
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [message]);
  // Closed by itself, the dialog gives the focus back to where it was; Escape does the same.
  const shut = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="message"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={close}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      {recover ? (
        <Link className="b primary" to={LOGIN} onClick={shut}>
          {button}
        </Link>
      ) : (
        <button type="button" className="b primary" onClick={shut}>
          {button}
        </button>
      )}
    </dialog>
  );
}
