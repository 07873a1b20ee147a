import { useCallback, useEffect, useRef } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import {
  createClaimAttachment,
  type AttachmentFailure,
  type ClaimAttachmentState,
} from '#core/account/claims/createClaimAttachment.ts';
import type { SavedClaim } from '#core/claim/claimModel.ts';
import { formatMessage } from '#core/messages.ts';
import { pluralize } from '#core/pluralize.ts';
import { createLocalClaims } from '../../claim/local/localClaims.ts';
import { useAccount } from '../accountContext.ts';
import { useAccountModel } from '../useAccountModel.ts';
import './LocalClaimsNotice.css';

/** How many claims are listed by number. */
const MAX_LISTED_CLAIMS = 3;

const CLAIM_FORMS = ['заявка', 'заявки', 'заявок'] as const;

/** Offers claims that were created in this browser without a login. Nothing without such claims. */
export function LocalClaimsNotice({ onAttached }: { onAttached?: () => void }) {
  useSignals();
  const { user, api } = useAccount();
  const model = useAccountModel(
    useCallback(() => {
      const { claimStorage, storage } = createLocalClaims(api);
      return createClaimAttachment({
        api,
        userId: user.id,
        getClaims: claimStorage.getClaims,
        local: storage,
      });
    }, [api, user.id]),
  );
  useEffect(() => void model?.check(), [model]);
  const textRef = useRef<HTMLParagraphElement>(null);
  const state = model?.state.value ?? { phase: 'none' };
  const isDone = state.phase === 'done';
  useEffect(() => {
    // The pressed button is gone.
    if (isDone) textRef.current?.focus();
  }, [isDone]);
  if (!model || state.phase === 'none') return null;

  async function attach(): Promise<void> {
    if (await model?.attachAll()) onAttached?.();
  }

  const canAttach = state.phase !== 'done' || state.canRetry;
  return (
    <section className="local-claims" aria-label="Заявки этого браузера">
      <div>
        <p ref={textRef} tabIndex={-1} role="status">
          {describeState(state)}
        </p>
        {isDone && <FailureList failures={state.failures} />}
      </div>
      <div className="local-claims-actions">
        {canAttach && (
          <button
            type="button"
            className="button"
            aria-disabled={state.phase === 'attaching'}
            onClick={() => void attach()}
          >
            {state.phase === 'attaching' ? 'Добавляем…' : isDone ? 'Повторить' : 'Добавить в кабинет'}
          </button>
        )}
        {state.phase !== 'attaching' && (
          <button type="button" className="button quiet" onClick={model.dismiss}>
            {isDone ? 'Закрыть' : 'Не добавлять'}
          </button>
        )}
      </div>
    </section>
  );
}

function describeState(state: Exclude<ClaimAttachmentState, { phase: 'none' }>): string {
  switch (state.phase) {
    case 'offered':
      return `В этом браузере есть ${pluralize(state.claims.length, CLAIM_FORMS)} без кабинета: ${listNumbers(state.claims)}.`;
    case 'attaching':
      return `Добавляем заявки: ${state.doneCount + 1} из ${state.claims.length}.`;
    case 'done':
      return state.attachedCount > 0
        ? `В кабинет добавлено: ${pluralize(state.attachedCount, CLAIM_FORMS)}.`
        : 'Заявки не добавлены.';
  }
}

function listNumbers(claims: readonly SavedClaim[]): string {
  const numbers = claims.slice(0, MAX_LISTED_CLAIMS).map(({ number }) => `№ ${number}`);
  const more = claims.length - numbers.length;
  return numbers.join(', ') + (more > 0 ? ` и ещё ${more}` : '');
}

function FailureList({ failures }: { failures: readonly AttachmentFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <ul className="local-claims-failures">
      {failures.map(({ claim, code }) => (
        <li key={claim.id}>
          № {claim.number}:{' '}
          {code === 'not_found' ? 'заявка в другом кабинете или удалена' : formatMessage<string>(code)}.
        </li>
      ))}
    </ul>
  );
}
