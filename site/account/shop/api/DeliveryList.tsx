import { useMemo, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import {
  createDeliveries,
  DELIVERY_PAGE_SIZE,
  formatDeliveriesView,
  type DeliveriesView,
} from '#core/account/shop/createDeliveries.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { toLoadFailure, type LoadFailure } from '#core/loadFailure.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import {
  MAX_COUNTED_DELIVERIES,
  redeliverEventCall,
  type WebhookDelivery,
} from '#core/contract/account/shopWebhooks.ts';
import { useServerQuery } from '../../../live/useServerQuery.ts';
import { useAccount } from '../../accountContext.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';
import { PagedList } from '../../list/PagedList.tsx';
import { describeDelivery } from './apiTexts.ts';

/** The deliveries of a webhook, the newest first, kept up to date. */
export function DeliveryList({
  webhookId,
  isOff,
  isSent,
}: {
  webhookId: string;
  isOff: boolean;
  /** Whether the partner has just sent an event, whose result is announced. */
  isSent: boolean;
}) {
  useSignals();
  const { api } = useAccount();
  const [page, setPage] = useState(1);
  const view = useMemo((): DeliveriesView => ({ webhook: webhookId, page }), [webhookId, page]);
  const query = useServerQuery(() => createDeliveries(api), view);
  const state = query.state.value;
  const [failure, setFailure] = useState<LoadFailure | null>(null);
  const [isAnnounced, setIsAnnounced] = useState(isSent);
  const headRef = useRef<HTMLDivElement>(null);
  /** The delivery that is being sent again. Prevents a second request. */
  const [sendingId, setSendingId] = useState<number | null>(null);

  async function redeliver(id: number): Promise<void> {
    if (sendingId !== null) return;
    setFailure(null);
    setIsAnnounced(false);
    setSendingId(id);
    try {
      await sendCall(api, redeliverEventCall, { id: webhookId, body: { delivery: id } });
      if (page === 1) query.refresh();
      else setPage(1);
      // The pressed button may leave the page.
      headRef.current?.focus();
      setIsAnnounced(true);
    } catch (error) {
      setFailure(toLoadFailure(error));
    } finally {
      setSendingId(null);
    }
  }

  return (
    <div ref={headRef} className="deliveries" tabIndex={-1} role="group" aria-label="Журнал доставок">
      <p className="visually-hidden" role="status">
        {isAnnounced && state.phase === 'ready' && page === 1 && describeNewest(state.data.results[0])}
      </p>
      {failure && (
        <p className="form-error" role="alert">
          {formatAccountMessage<string>(failure.code, failure)}.
        </p>
      )}
      <PagedList
        query={query}
        wanted={view}
        pageSize={DELIVERY_PAGE_SIZE}
        formatView={formatDeliveriesView}
        onPage={setPage}
        skeleton={<span className="skeleton session-skeleton" aria-busy="true" />}
        unsupported={<p className="meta">Журнала доставок нет.</p>}
        renderEmpty={() => <p className="meta">Доставок пока нет. Нажмите «Проверить».</p>}
      >
        {({ data, isOutdated }) => (
          <>
            {data.count === MAX_COUNTED_DELIVERIES && (
              <p className="meta">Показаны последние {MAX_COUNTED_DELIVERIES} доставок.</p>
            )}
            <ul aria-label="Доставки" aria-busy={isOutdated}>
              {data.results.map(delivery => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isSending={delivery.id === sendingId}
                  onRedeliver={isOff ? null : () => void redeliver(delivery.id)}
                />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </div>
  );
}

/** Result of the event that was sent last. */
const describeNewest = (newest: WebhookDelivery | undefined): string =>
  newest && newest.status !== 'pending'
    ? `Последняя доставка: ${describeDelivery(newest).text}.`
    : 'Доставка в очереди.';

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
  // An event that could not be built has no body, and cannot be sent again.
  const isBuilt = body !== '';
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
      {isBuilt && (
        <details>
          <summary>Тело запроса</summary>
          <p className="meta">webhook-id: {messageId}</p>
          <pre tabIndex={0} aria-label="Тело запроса">
            {formatJson(body)}
          </pre>
        </details>
      )}
      {onRedeliver && isBuilt && status !== 'pending' && (
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
