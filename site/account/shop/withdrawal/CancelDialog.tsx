import { useEffect, useId, useRef } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { cancelWithdrawalCall, type Withdrawal } from '#core/contract/account/withdrawals.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../../elements/useButtonRequest.ts';
import { useAccount } from '../../accountContext.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import '../../../shell/messages/MessageModal.css';

/** Confirmation before a withdrawal is cancelled. Escape and «Не отменять» keep it. The browser restores the focus. */
export function CancelDialog({
  withdrawal,
  endsAuto,
  onClose,
}: {
  withdrawal: Withdrawal;
  /** Whether the automatic withdrawal created it, and is turned off with it. */
  endsAuto: boolean;
  onClose: (isCancelled: boolean) => void;
}) {
  const { api } = useAccount();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isCancelled = useRef(false);
  const { isSending, errorText, send } = useButtonRequest();
  const id = useId();
  useEffect(() => dialogRef.current?.showModal(), []);
  const { summa, to, requisite } = withdrawal;

  async function cancel(): Promise<void> {
    await sendCall(api, cancelWithdrawalCall, { id: withdrawal.id });
    isCancelled.current = true;
    dialogRef.current?.close();
  }

  return (
    <dialog
      ref={dialogRef}
      className="message-modal"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onClose(isCancelled.current)}
    >
      <h2 id={`${id}-title`}>Отменить вывод {formatUsd(summa)}</h2>
      <p id={`${id}-text`}>
        {formatSide(to)} {requisite}. Деньги сразу вернутся на партнёрский счёт.
        {endsAuto && ' Автоматический вывод выключится: иначе они вывелись бы снова.'}
      </p>
      <ErrorNote text={errorText} />
      <div className="withdrawal-dialog-buttons">
        <button type="button" className="button" aria-disabled={isSending} onClick={() => void send(cancel)}>
          {isSending ? 'Отменяем…' : 'Отменить вывод'}
        </button>
        <button type="button" className="button quiet" onClick={() => dialogRef.current?.close()}>
          Не отменять
        </button>
      </div>
    </dialog>
  );
}
