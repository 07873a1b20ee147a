import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import {
  createSavedRequisites,
  type SavedRequisitesModel,
} from '#core/account/requisites/createSavedRequisites.ts';
import {
  MAX_SAVED_REQUISITES,
  type AccountRequisite,
  type SavedRequisiteType,
} from '#core/contract/account/savedRequisite.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { useAccount } from '../accountContext.ts';
import { RequisiteRow } from './RequisiteRow.tsx';
import { REQUISITE_TEXTS } from './requisiteTexts.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';
import '../../elements/form/form.css';
import './requisites.css';

/** Loads on demand, because few visits add a requisite. */
const lazyAddForm = createLazyModule(() => import('./AddRequisiteForm.tsx'));

/** Page /account/cards. */
export const CardsPage = () => <RequisitesPage type="card" />;

/** Page /account/wallets. */
export const WalletsPage = () => <RequisitesPage type="wallet" />;

function RequisitesPage({ type }: { type: SavedRequisiteType }) {
  useSignals();
  const { api } = useAccount();
  const [model] = useState(() => createSavedRequisites(api, type));
  useServerQuery(model);
  const texts = REQUISITE_TEXTS[type];
  const state = model.state.value;
  const [isAdding, setIsAdding] = useState(false);
  const addForm = lazyAddForm.module.value;
  const [announcement, setAnnouncement] = useState('');
  const listRef = useRef<HTMLUListElement>(null);
  const requisites = state.phase === 'ready' ? state.data : [];
  const isFull = requisites.length >= MAX_SAVED_REQUISITES;
  // The row is rendered with the list, after the change.
  const focusedId = useRef<string | null>(null);
  useEffect(() => {
    const row =
      focusedId.current && listRef.current?.querySelector<HTMLElement>(`[data-id="${focusedId.current}"]`);
    if (!row) return;
    focusedId.current = null;
    row.focus();
  });

  const showAdded = ({ id }: AccountRequisite) => {
    focusedId.current = id;
    setIsAdding(false);
  };
  const restore = async () => {
    const restored = await model.removal.restore();
    if (!restored) return;
    focusedId.current = restored.id;
    setAnnouncement(texts.restored);
  };
  return (
    <>
      <div className="account-heading">
        <h1>{texts.title}</h1>
        {state.phase === 'ready' && !isFull && (
          <button
            type="button"
            className={isAdding ? 'button' : 'button primary'}
            aria-expanded={isAdding}
            aria-controls="add-requisite"
            onClick={() => {
              void lazyAddForm.load();
              setIsAdding(!isAdding);
            }}
          >
            {isAdding ? 'Не добавлять' : texts.add}
          </button>
        )}
      </div>
      <p className="section-text requisites-lead">{texts.lead}</p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div id="add-requisite">
        {isAdding && !addForm && !lazyAddForm.hasFailed.value && (
          <span className="skeleton requisites-skeleton" aria-busy="true" />
        )}
        {isAdding && lazyAddForm.hasFailed.value && (
          <LoadError code="network" role="alert" onRetry={() => void lazyAddForm.load()} />
        )}
        {isAdding && addForm && (
          <addForm.AddRequisiteForm
            type={type}
            savedValues={requisites.flatMap(({ values }) => values.account ?? [])}
            onAdd={async (body, options) => showAdded(await model.add(body, options))}
          />
        )}
      </div>
      <QueryContent
        query={model}
        skeleton={<LoadingSkeleton className="requisites-skeleton" label="Загружаем" />}
        unsupported={<p className="section-text">На этом сайте реквизиты не сохраняются.</p>}
      >
        {({ data }) => data.length === 0 && !isAdding && <p className="requisites-empty">{texts.empty}</p>}
      </QueryContent>
      {requisites.length > 0 && (
        <ul className="requisite-list" aria-label={texts.title} ref={listRef}>
          {requisites.map(requisite => (
            <RequisiteRow
              key={requisite.id}
              requisite={requisite}
              onRename={(label, options) => model.rename(requisite.id, label, options)}
              onRemove={async () => {
                await model.remove(requisite);
                setAnnouncement('');
              }}
            />
          ))}
        </ul>
      )}
      {isFull && <p className="form-hint">{formatAccountMessage('requisites_limit')}.</p>}
      <RestoreToast removal={model.removal} text={texts.removed} onRestore={() => void restore()} />
    </>
  );
}

/** Offers to restore the deleted requisite, and gets the focus that its row had. */
function RestoreToast({
  removal,
  text,
  onRestore,
}: {
  removal: SavedRequisitesModel['removal'];
  text: string;
  onRestore: () => void;
}) {
  useSignals();
  const removed = removal.removed.value;
  const ref = useRef<HTMLButtonElement>(null);
  const removedId = removed?.item.id;
  useEffect(() => {
    if (removedId !== undefined) ref.current?.focus();
  }, [removedId]);
  return (
    <div className="restore-toast" role="status" hidden={!removed}>
      {removed && (
        <>
          <p>{removed.error === null ? `${text}.` : `${formatAccountMessage<string>(removed.error)}.`}</p>
          <button
            type="button"
            className="button"
            ref={ref}
            aria-disabled={removed.isRestoring}
            onClick={onRestore}
          >
            {removed.isRestoring ? 'Возвращаем…' : 'Вернуть'}
          </button>
        </>
      )}
    </div>
  );
}
