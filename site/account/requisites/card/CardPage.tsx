import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { createCardVerification } from '#core/api/account/savedRequisites.ts';
import type { ApiClient } from '#core/api/client.ts';
import { createSavedRequisites } from '#core/account/requisites/createSavedRequisites.ts';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { CardPhotos } from '#widget/claim/upload/CardPhotos.tsx';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../../elements/useButtonRequest.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { useServerQuery } from '../../../live/useServerQuery.ts';
import { accountRoutePaths } from '../../../routePaths.ts';
import { NotFoundPage } from '../../../shell/errors/NotFoundPage.tsx';
import { formatCardCode } from '../../../verification/formatCardCode.ts';
import { useVerification } from '../../../verification/useVerification.ts';
import { WidgetScreenFrame } from '../../../verification/WidgetScreenFrame.tsx';
import { useAccount } from '../../accountContext.ts';
import { RequisiteValues } from '../RequisiteValues.tsx';
import {
  describeVerification,
  formatCurrency,
  formatRequisiteName,
  formatRequisiteTitle,
} from '../requisiteTexts.ts';
import { LoadingSkeleton } from '../../LoadingSkeleton.tsx';
import '../../../elements/form/form.css';
import '../requisites.css';

type CardVerification = AccountRequisite['verification'];

/** Page /account/cards/{uuid}: a saved card and its verification. */
export function CardPage() {
  useSignals();
  const { uuid: id = '' } = useParams();
  const { api } = useAccount();
  const query = useServerQuery(() => createSavedRequisites(api, 'card'));
  const state = query.state.value;
  if (state.phase === 'unsupported') return <NotFoundPage />;
  if (state.phase !== 'ready')
    return (
      <>
        <div className="account-heading">
          <h1>Карта</h1>
        </div>
        {state.phase === 'failed' ? (
          <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />
        ) : (
          <LoadingSkeleton className="requisites-skeleton" label="Загружаем" />
        )}
      </>
    );
  const card = state.data.find(requisite => requisite.id === id);
  if (!card) return <CardMissing />;
  return (
    <div className="card-page">
      <p className="meta">
        <Link to={accountRoutePaths.cards}>Карты</Link>
      </p>
      <h1>{formatRequisiteTitle(card)}</h1>
      <div className="card-facts">
        {card.label !== '' && <p className="meta">{formatCurrency(card)}</p>}
        <RequisiteValues requisite={card} />
        <VerificationSummary card={card} />
      </div>
      <CardVerificationSection card={card} onChanged={query.refresh} />
    </div>
  );
}

function CardMissing() {
  return (
    <>
      <h1>Такой карты нет</h1>
      <p className="section-text">Она удалена или сохранена в другом аккаунте.</p>
      <Link className="button" to={accountRoutePaths.cards}>
        Все карты
      </Link>
    </>
  );
}

function VerificationSummary({ card }: { card: AccountRequisite }) {
  const { text, tone } = describeVerification(card.verification);
  return (
    <p className="requisite-verification" role="status">
      <span className="requisite-status" data-tone={tone}>
        {text}
      </span>
    </p>
  );
}

/** Whether the photos of a verification can still be shown or sent. */
const isOpenVerification = (verification: CardVerification): boolean =>
  verification !== null && verification.status !== 'expired' && verification.status !== 'approved';

/** The photos of the card, after the button that starts a verification. */
function CardVerificationSection({ card, onChanged }: { card: AccountRequisite; onChanged: () => void }) {
  const { api } = useAccount();
  const [startedId, setStartedId] = useState<string | null>(null);
  const { isSending, errorText, send } = useButtonRequest();
  const { verification } = card;
  const openId = startedId ?? (isOpenVerification(verification) ? (verification?.id ?? null) : null);
  if (openId !== null)
    return (
      <CardPhotosSection
        // Another verification has another model.
        key={openId}
        api={api}
        id={openId}
        onChanged={onChanged}
        onDeleted={() => {
          setStartedId(null);
          onChanged();
        }}
      />
    );
  if (verification?.status === 'approved')
    return <p className="section-text">Новая проверка не нужна: заявки с этой картой сразу ждут оплаты.</p>;
  const begin = async () => setStartedId((await createCardVerification(api, card.id)).id);
  return (
    <>
      <p className="section-text">
        Подтвердите карту заранее: это нужно один раз на 12 месяцев, если платите с неё от 15 000 ₽ или
        меняете по курсу с верификацией. Понадобится одно фото.
      </p>
      <ErrorNote text={errorText} />
      <button
        type="button"
        className="button primary"
        aria-disabled={isSending}
        aria-label={`Подтвердить карту: ${formatRequisiteName(card)}`}
        onClick={() => void send(begin)}
      >
        {isSending ? 'Открываем…' : 'Подтвердить карту'}
      </button>
    </>
  );
}

/** The screen of the claim's verification, for the account's own one. */
function CardPhotosSection({
  api,
  id,
  onChanged,
  onDeleted,
}: {
  api: ApiClient;
  id: string;
  onChanged: () => void;
  onDeleted: () => void;
}) {
  useSignals();
  const target = useMemo(() => ({ id, secrets: [null] }), [id]);
  const { model, isDeleted } = useVerification(api, target);
  const phase = model.value?.phase.value;
  const status = phase && 'verification' in phase ? phase.verification.status : undefined;
  const claim = phase && 'verification' in phase ? phase.verification.claim : null;
  const hasEnded = isDeleted.value;
  useEffect(() => {
    if (hasEnded) onDeleted();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasEnded]);
  useEffect(() => {
    if (status !== undefined) onChanged();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status]);
  return (
    <WidgetScreenFrame>
      {model.value ? (
        <CardPhotos
          model={model.value}
          noteText={claim ? `номер заявки ${claim.number}` : formatCardCode(id)}
        />
      ) : (
        <span className="skeleton block" />
      )}
    </WidgetScreenFrame>
  );
}
