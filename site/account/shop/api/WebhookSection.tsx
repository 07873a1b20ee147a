import { useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { addWebhook, fetchWebhooks } from '#core/api/account/shopAccess.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { MAX_WEBHOOKS, type Webhook } from '#core/contract/account/shopWebhooks.ts';
import type { LiveQuery } from '../../../live/liveQuery.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { useAccount } from '../../accountContext.ts';
import { useAccountQuery } from '../../accountQuery.ts';
import { OneTimeSecret } from './OneTimeSecret.tsx';
import { LazyForms } from './LazyForms.tsx';
import { WebhookRow } from './WebhookRow.tsx';

/** The webhooks of the shop. */
export function WebhookSection() {
  const query = useAccountQuery(fetchWebhooks);
  return <WebhookList query={query} />;
}

function WebhookList({ query }: { query: LiveQuery<Webhook[] | null> }) {
  useSignals();
  const { api } = useAccount();
  const state = query.state.value;
  const webhooks = (state.phase === 'ready' && state.data) || [];
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<{ title: string; value: string } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const headingRef = useRef<HTMLHeadingElement>(null);
  const showSecret = (title: string, value: string) => {
    setSecret({ title, value });
    query.refresh();
  };
  return (
    <section className="account-section" aria-labelledby="webhooks-heading">
      <div className="api-heading">
        <h2 id="webhooks-heading" ref={headingRef} tabIndex={-1}>
          Вебхуки
        </h2>
        {state.phase === 'ready' && webhooks.length < MAX_WEBHOOKS && (
          <button
            type="button"
            className="button"
            aria-expanded={isAdding}
            aria-controls="add-webhook"
            onClick={() => setIsAdding(!isAdding)}
          >
            {isAdding ? 'Не\u00a0добавлять' : 'Добавить вебхук'}
          </button>
        )}
      </div>
      <p className="section-text">
        Мы&nbsp;сами сообщим вашему серверу о&nbsp;каждом новом статусе. Если он не&nbsp;ответит, повторим
        до&nbsp;семи раз за&nbsp;28&nbsp;часов.
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {isAdding && (
        <LazyForms>
          {forms => (
            <forms.WebhookForm
              onAdd={async (body, options) => {
                const created = await addWebhook(api, body, options);
                setIsAdding(false);
                showSecret('Вебхук добавлен', created.secret);
              }}
            />
          )}
        </LazyForms>
      )}
      {secret !== null && (
        <OneTimeSecret
          title={secret.title}
          label="Секрет подписи"
          value={secret.value}
          onDone={() => {
            setSecret(null);
            headingRef.current?.focus();
          }}
        />
      )}
      {state.phase === 'loading' && <span className="skeleton session-skeleton" aria-busy="true" />}
      {state.phase === 'failed' && <LoadError code={state.code} role="alert" onRetry={query.refresh} />}
      {state.phase === 'ready' && webhooks.length === 0 && !isAdding && (
        <p className="api-empty">Вебхуков пока нет.</p>
      )}
      {webhooks.length > 0 && (
        <ul className="api-list" aria-label="Вебхуки">
          {webhooks.map(webhook => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onRotated={value => showSecret('Секрет заменён', value)}
              onChanged={text => {
                setAnnouncement(text);
                query.refresh();
              }}
              onRemoved={() => {
                setAnnouncement('Вебхук удалён');
                query.refresh();
                // The pressed button is gone.
                headingRef.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {webhooks.length >= MAX_WEBHOOKS && (
        <p className="form-hint">{formatAccountMessage('webhooks_limit')}.</p>
      )}
    </section>
  );
}
