import { useEffect, useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { releaseClaimCall, takeClaimCall } from '#core/contract/operator/claimChanges.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { useAccount } from '../../account/accountContext.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { describeError } from '../../elements/form/formFailure.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { ActionForm } from '../ActionForm.tsx';
import { useStaffForm } from '../staffForm.ts';
import { describeConflict } from './describeConflict.ts';

/** Who works on the claim, and the buttons that take, release or take it over. */
export function ClaimHolding({
  claim: { id, holder, status, actions },
  onChanged,
}: {
  claim: OperatorClaimDetail;
  onChanged: (claim: OperatorClaimDetail) => void;
}) {
  const { api } = useAccount();
  const { isSending, errorText, send } = useButtonRequest(
    error => describeConflict(error) ?? describeError(error),
  );
  const ref = useRef<HTMLParagraphElement>(null);
  const isMine = holder?.isMe === true;
  const wasMine = useRef(isMine);
  useEffect(() => {
    // A second Enter must not release the claim.
    if (isMine && !wasMine.current) ref.current?.focus();
    wasMine.current = isMine;
  }, [isMine]);
  const [isAsking, setIsAsking] = useState(false);
  // Money may be on its way: its transfer is what closes the claim.
  const sent = isMine ? null : actions.find(({ to, transfer }) => transfer && isClosedStatus(to))?.transfer;
  const take = async () => {
    onChanged(await sendCall(api, takeClaimCall, { id, body: { force: holder !== null } }));
    setIsAsking(false);
  };
  const form = useStaffForm({ fieldNames: [], send: take });
  const release = () => void send(async () => onChanged(await sendCall(api, releaseClaimCall, { id })));
  if (holder === null && isClosedStatus(status)) return null;
  return (
    <div className="claim-holding">
      {holder !== null && (
        <p className="meta numeric" ref={ref} tabIndex={-1}>
          {holder.isMe ? 'Заявка у вас' : `Заявка у ${holder.name}`} с {formatDateTime(holder.at)}
        </p>
      )}
      {holder?.isMe ? (
        <button type="button" className="button quiet" aria-disabled={isSending} onClick={release}>
          Отпустить
        </button>
      ) : (
        <button
          type="button"
          className={holder === null ? 'button' : 'button quiet'}
          aria-disabled={isSending}
          aria-expanded={holder && sent ? isAsking : undefined}
          onClick={() => (holder && sent ? setIsAsking(!isAsking) : void send(take))}
        >
          {holder === null ? 'Взять' : 'Забрать себе'}
        </button>
      )}
      <ErrorNote text={errorText} />
      {isAsking && holder && sent && (
        <ActionForm
          form={form}
          label="Забрать себе"
          text="Всё равно забрать"
          sendingText="Забираем…"
          onClose={() => setIsAsking(false)}
        >
          {sent.kind === 'payout' ? 'Заявку выплачивает' : 'Деньги по заявке возвращает'} {holder.name}. Если
          он уже отправил деньги, второй перевод их удвоит. Спросите его.
        </ActionForm>
      )}
    </div>
  );
}
