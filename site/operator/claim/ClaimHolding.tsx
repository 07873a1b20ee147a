import { useEffect, useRef } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { releaseClaimCall, takeClaimCall } from '#core/contract/operator/claimChanges.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { useAccount } from '../../account/accountContext.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { describeError } from '../../elements/form/formFailure.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { describeConflict } from './describeConflict.ts';

/** Who works on the claim, and the buttons that take, release or take it over. */
export function ClaimHolding({
  claim: { id, holder, status },
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
  const take = (force: boolean) =>
    void send(async () => onChanged(await sendCall(api, takeClaimCall, { id, body: { force } })));
  const release = () => void send(async () => onChanged(await sendCall(api, releaseClaimCall, { id })));
  if (holder === null && isClosedStatus(status)) return null;
  return (
    <div className="claim-holding">
      {holder !== null && (
        <p className="meta numeric" ref={ref} tabIndex={-1}>
          {holder.isMe ? 'Заявка у\u00a0вас' : `Заявка у\u00a0${holder.name}`} с&nbsp;
          {formatDateTime(holder.at)}
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
          onClick={() => take(holder !== null)}
        >
          {holder === null ? 'Взять' : 'Забрать себе'}
        </button>
      )}
      <ErrorNote text={errorText} />
    </div>
  );
}
