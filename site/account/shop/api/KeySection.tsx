import { useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createShopKey, revokeShopKey } from '#core/api/account/shopAccess.ts';
import { ApiError } from '#core/api/apiError.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { MAX_SHOP_KEYS, type ShopKey } from '#core/contract/account/shopKeys.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { useAccount } from '../../accountContext.ts';
import type { LiveQuery } from '../../../live/liveQuery.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';
import { MODE_TEXTS, SCOPE_TEXTS } from './apiTexts.ts';

import { LazyForms } from './LazyForms.tsx';
import { OneTimeSecret } from './OneTimeSecret.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

/** The keys of the shop API. */
export function KeySection({ query }: { query: LiveQuery<ShopKey[] | null> }) {
  useSignals();
  const { api } = useAccount();
  const state = query.state.value;
  const keys = (state.phase === 'ready' && state.data) || [];
  const [isAdding, setIsAdding] = useState(false);
  const [createdKey, setCreatedKey] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const headingRef = useRef<HTMLHeadingElement>(null);
  const finish = (text: string) => {
    setAnnouncement(text);
    query.refresh();
    // The pressed button is gone.
    headingRef.current?.focus();
  };
  return (
    <section className="account-section" aria-labelledby="keys-heading">
      <div className="api-heading">
        <h2 id="keys-heading" ref={headingRef} tabIndex={-1}>
          Ключи
        </h2>
        {state.phase === 'ready' && createdKey === null && keys.length < MAX_SHOP_KEYS && (
          <button
            type="button"
            className="button"
            aria-expanded={isAdding}
            aria-controls="add-key"
            onClick={() => setIsAdding(!isAdding)}
          >
            {isAdding ? 'Не\u00a0создавать' : 'Создать ключ'}
          </button>
        )}
      </div>
      <p className="section-text">
        С&nbsp;ключом ваш сервер создаёт заявки и&nbsp;читает их. Вывести деньги ключом нельзя. Начните
        с&nbsp;тестового: его заявки не&nbsp;двигают деньги.
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {isAdding && (
        <LazyForms>
          {forms => (
            <forms.KeyForm
              onAdd={async (body, options) => {
                const { key } = await createShopKey(api, body, options);
                setIsAdding(false);
                setCreatedKey(key);
                query.refresh();
              }}
            />
          )}
        </LazyForms>
      )}
      {createdKey !== null && (
        <OneTimeSecret
          title="Ключ создан"
          label="Ключ"
          value={createdKey}
          onDone={() => {
            setCreatedKey(null);
            headingRef.current?.focus();
          }}
        />
      )}
      {state.phase === 'loading' && <span className="skeleton session-skeleton" aria-busy="true" />}
      {state.phase === 'failed' && <LoadError code={state.code} role="alert" onRetry={query.refresh} />}
      {state.phase === 'ready' && keys.length === 0 && !isAdding && (
        <p className="api-empty">Ключей пока нет.</p>
      )}
      {keys.length > 0 && (
        <ul className="api-list" aria-label="Ключи">
          {keys.map(key => (
            <KeyRow
              key={key.id}
              shopKey={key}
              now={state.phase === 'ready' ? state.loadedAt : 0}
              onRevoke={async () => {
                await revokeShopKey(api, key.id).catch(ignoreMissing);
                finish(`Ключ отозван: ${key.name}`);
              }}
            />
          ))}
        </ul>
      )}
      {keys.length >= MAX_SHOP_KEYS && (
        <p className="form-hint">{formatAccountMessage('shop_keys_limit')}.</p>
      )}
    </section>
  );
}

/** Somebody else has removed it meanwhile. */
const ignoreMissing = (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
};

function KeyRow({
  shopKey,
  now,
  onRevoke,
}: {
  shopKey: ShopKey;
  /** When the list was loaded, milliseconds. */
  now: number;
  onRevoke: () => Promise<void>;
}) {
  const { name, mode, hint, scopes, networks, createdAt, expiresAt } = shopKey;
  const [isRevoking, setIsRevoking] = useState(false);
  const buttonRef = useReturnFocus(isRevoking);
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <li aria-label={name}>
      <div className="api-row">
        <p className="api-name">{name}</p>
        <p className="meta">
          {MODE_TEXTS[mode]}, <code>…{hint}</code>
        </p>
      </div>
      <ul className="scope-list" aria-label="Права">
        {scopes.map(({ scope, usedAt }) => (
          <li key={scope}>
            {SCOPE_TEXTS[scope]}
            <span className="meta">{usedAt === null ? 'ещё ни\u00a0разу' : formatFullDate(usedAt)}</span>
          </li>
        ))}
      </ul>
      <p className="meta">
        Создан {formatFullDate(createdAt)}
        {expiresAt !== null && `. ${isExpired ? 'Истёк' : 'Действует до'} ${formatFullDate(expiresAt)}`}
        {networks.length > 0 && `. Только с\u00a0адресов ${networks.join(', ')}`}
      </p>
      {isRevoking ? (
        <LazyForms>
          {forms => (
            <forms.ConfirmedAction
              label={`Отозвать ключ: ${name}`}
              hint={'Запросы с\u00a0этим ключом сразу перестанут работать. Вернуть его нельзя.'}
              text="Отозвать ключ"
              sendingText="Отзываем…"
              onSend={onRevoke}
              onCancel={() => setIsRevoking(false)}
            />
          )}
        </LazyForms>
      ) : (
        <div className="api-actions">
          <button
            type="button"
            className="button"
            ref={buttonRef}
            aria-label={`Отозвать: ${name}`}
            onClick={() => setIsRevoking(true)}
          >
            Отозвать
          </button>
        </div>
      )}
    </li>
  );
}
