import { useCallback, useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { fetchDeliveries, redeliverEvent } from '#core/api/account/shopAccess.ts';
import { toErrorCode } from '#core/api/apiError.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { WebhookDelivery } from '#core/contract/account/shopWebhooks.ts';
import type { LiveQuery } from '../../../live/liveQuery.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { useAccount } from '../../accountContext.ts';
import { useAccountQuery } from '../../accountQuery.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';
import { describeDelivery } from './apiTexts.ts';

/** How often the list is loaded while the page is visible, milliseconds. */
const REFRESH_INTERVAL_MS = 3_000;

/** The deliveries of a webhook, the newest first, as they change. */
export function DeliveryList({ webhookId, isOff }: { webhookId: string; isOff: boolean }) {
  const [page, setPage] = useState(1);
  return <DeliveryPage key={page} webhookId={webhookId} isOff={isOff} page={page} onPage={setPage} />;
}

type Page = Awaited<ReturnType<typeof fetchDeliveries>>;

interface DeliveryPageProps {
  webhookId: string;
  isOff: boolean;
  page: number;
  onPage: (page: number) => void;
}

function DeliveryPage(props: DeliveryPageProps) {
  const { webhookId, page } = props;
  const query = useAccountQuery(
    useCallback(
      (api: ApiClient, options: CallOptions) => fetchDeliveries(api, webhookId, { ...options, page }),
      [webhookId, page],
    ),
  );
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && !query.isLoading.peek()) query.refresh();
    }, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [query]);
  return <DeliveryRows {...props} query={query} />;
}

function DeliveryRows({
  webhookId,
  isOff,
  page,
  onPage,
  query,
}: DeliveryPageProps & { query: LiveQuery<Page | null> }) {
  useSignals();
  const { api } = useAccount();
  const [error, setError] = useState<string | null>(null);
  /** The delivery that is being sent again: each press would send it. */
  const [sendingId, setSendingId] = useState<number | null>(null);
  const state = query.state.value;
  if (state.phase === 'loading') return <span className="skeleton session-skeleton" aria-busy="true" />;
  if (state.phase === 'failed') return <LoadError code={state.code} role="alert" onRetry={query.refresh} />;
  const { results = [], next = null } = state.data ?? {};

  async function redeliver(id: number): Promise<void> {
    if (sendingId !== null) return;
    setError(null);
    setSendingId(id);
    try {
      await redeliverEvent(api, webhookId, id);
      if (page === 1) query.refresh();
      else onPage(1);
    } catch (failure) {
      setError(toErrorCode(failure));
    } finally {
      setSendingId(null);
    }
  }

  return (
    <div className="deliveries">
      {error !== null && (
        <p className="form-error" role="alert">
          {formatAccountMessage<string>(error)}.
        </p>
      )}
      {results.length === 0 && <p className="meta">Доставок пока нет. Нажмите «Проверить».</p>}
      <ul aria-label="Доставки">
        {results.map(delivery => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isSending={delivery.id === sendingId}
            onRedeliver={isOff ? null : () => void redeliver(delivery.id)}
          />
        ))}
      </ul>
      {(page > 1 || next !== null) && (
        <div className="api-actions">
          <button
            type="button"
            className="button"
            aria-disabled={page === 1}
            onClick={() => page > 1 && onPage(page - 1)}
          >
            Новее
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={next === null}
            onClick={() => next !== null && onPage(page + 1)}
          >
            Старее
          </button>
        </div>
      )}
    </div>
  );
}

function DeliveryRow({
  delivery,
  isSending,
  onRedeliver,
}: {
  delivery: WebhookDelivery;
  isSending: boolean;
  onRedeliver: (() => void) | null;
}) {
  const { event, createdAt, messageId, body, status } = delivery;
  const { text, tone } = describeDelivery(delivery);
  return (
    <li>
      <div className="api-row">
        <p>
          <code>{event}</code> <span className="meta">{formatFullDate(createdAt)}</span>
        </p>
        <p className="api-status" data-tone={tone}>
          {text}
        </p>
      </div>
      <details>
        <summary>Тело запроса</summary>
        <p className="meta">webhook-id: {messageId}</p>
        <pre tabIndex={0} aria-label="Тело запроса">
          {formatJson(body)}
        </pre>
      </details>
      {onRedeliver && status !== 'pending' && (
        <button
          type="button"
          className="button quiet"
          aria-label={`Отправить ещё раз: ${event}, ${formatFullDate(createdAt)}`}
          aria-disabled={isSending}
          onClick={onRedeliver}
        >
          {isSending ? 'Отправляем…' : 'Отправить ещё раз'}
        </button>
      )}
    </li>
  );
}

/** JSON with indents; other text as it is. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
