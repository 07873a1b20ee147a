import { useCallback, useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimRepeatModel, ClaimRepeatPhase } from '#core/account/claims/repeat/claimRepeatModel.ts';
import { createClaimRepeat } from '#core/account/claims/repeat/createClaimRepeat.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { formatClosedReason } from '#core/messages.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { getBrowserStorage } from '#widget/prerender/savedState.ts';
import { buildRepeatUrl } from '../../../claim/buildRepeatUrl.ts';
import { createLocalClaims } from '../../../claim/local/localClaims.ts';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import type { AccountContext } from '../../accountContext.ts';
import { useAccountModel } from '../../useAccountModel.ts';
import { RepeatChangedTerms } from './RepeatChangedTerms.tsx';
import { RepeatForm } from './RepeatForm.tsx';
import './RepeatDialog.css';

interface RepeatDialogProps {
  claim: DetailedClaim;
  account: AccountContext['account'];
  onClose: () => void;
}

/** Dialogue that repeats a claim at the current course. A created claim opens its page. */
export function RepeatDialog({ claim, account: { api, user }, onClose }: RepeatDialogProps) {
  useSignals();
  const id = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const model = useAccountModel(
    useCallback(
      () =>
        createClaimRepeat({
          api,
          claim,
          session: getBrowserStorage('sessionStorage'),
          visible: document.visibilityState === 'visible',
          // The header links to the claim, as after a claim of the form.
          onCreated: ({ id: created, secret, number, createdAt }) =>
            createLocalClaims(api).claimStorage.addClaim({ id: created, secret, number, createdAt }),
        }),
      [api, claim],
    ),
  );
  const phase: ClaimRepeatPhase = model?.phase.value ?? { phase: 'loading' };
  useEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // Not a field: the keyboard of a phone would cover the amounts. The heading stays while the course loads.
    headingRef.current?.focus();
  }, []);
  const createdId = phase.phase === 'created' ? phase.id : null;
  useEffect(() => {
    if (createdId !== null) void navigate(`/claim/${createdId}`);
  }, [createdId, navigate]);
  // Closing the dialogue natively returns the focus to the button that opened it.
  const close = () => dialogRef.current?.close();
  const isSending = phase.phase === 'sending' && !phase.isOutcomeUnknown;
  return (
    <dialog
      ref={dialogRef}
      className="repeat-dialog"
      aria-labelledby={`${id}-title`}
      onCancel={event => isSending && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} ref={headingRef} tabIndex={-1}>
        {getTitle(phase, claim)}
      </h2>
      <p className="repeat-pair">
        {formatSide(claim.from)} на {formatSide(claim.to)}
        {claim.toRequisite && <>, {claim.toRequisite}</>}
      </p>
      {model && (
        <RepeatContent model={model} phase={phase} claim={claim} email={user.email} onClose={close} />
      )}
      {!model && <RepeatSkeleton />}
    </dialog>
  );
}

function getTitle(phase: ClaimRepeatPhase, { number }: DetailedClaim): string {
  if (phase.phase !== 'changed') return `Повторить заявку № ${number}`;
  return phase.reason === 'amount_taken' ? 'Сумма немного изменилась' : 'Курс изменился';
}

function RepeatContent({
  model,
  phase,
  claim,
  email,
  onClose,
}: {
  model: ClaimRepeatModel;
  phase: ClaimRepeatPhase;
  claim: DetailedClaim;
  email: string;
  onClose: () => void;
}) {
  switch (phase.phase) {
    case 'loading':
      return <RepeatSkeleton onClose={onClose} />;
    case 'failed':
      return (
        <>
          <ErrorNote text={formatAccountMessage<string>(phase.failure.code, phase.failure)} />
          <div className="repeat-actions">
            <button type="button" className="button primary" onClick={model.refreshNow}>
              Повторить
            </button>
            <button type="button" className="button quiet" onClick={onClose}>
              Закрыть
            </button>
          </div>
        </>
      );
    case 'unavailable':
      return <RepeatUnavailable reason={phase.reason} claim={claim} onClose={onClose} />;
    case 'changed':
      return <RepeatChangedTerms model={model} phase={phase} claim={claim} />;
    case 'editing':
    case 'sending':
    case 'created':
      return <RepeatForm model={model} phase={phase} claim={claim} email={email} onClose={onClose} />;
  }
}

function RepeatSkeleton({ onClose }: { onClose?: () => void }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        Узнаём курс
      </p>
      <span className="skeleton repeat-skeleton" />
      <div className="repeat-actions">
        <button type="button" className="button quiet" onClick={onClose}>
          Отмена
        </button>
      </div>
    </>
  );
}

/** The claim cannot be repeated: the pair is closed, or its requisites are gone. */
function RepeatUnavailable({
  reason,
  claim,
  onClose,
}: {
  reason: Extract<ClaimRepeatPhase, { phase: 'unavailable' }>['reason'];
  claim: DetailedClaim;
  onClose: () => void;
}) {
  const detail = formatClosedReason(reason);
  return (
    <>
      <p role="alert">{detail === '' ? formatAccountMessage<string>(reason.code) : detail}.</p>
      <div className="repeat-actions">
        <Link className="button primary" to={buildRepeatUrl(claim)}>
          Открыть форму обмена
        </Link>
        <button type="button" className="button quiet" onClick={onClose}>
          Закрыть
        </button>
      </div>
    </>
  );
}
