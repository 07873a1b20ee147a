import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import {
  removeWebhookCall,
  rotateWebhookSecretCall,
  sendTestEventCall,
  updateWebhookCall,
  type Webhook,
  WEBHOOK_EVENT_TEXTS,
} from '#core/contract/account/shopWebhooks.ts';
import { ignoreMissing } from '#core/loadFailure.ts';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../../elements/useButtonRequest.ts';
import { useAccount } from '../../accountContext.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';
import type { SectionActions } from './ApiSection.tsx';
import { describeWebhook, MODE_TEXTS } from './apiTexts.ts';
import { LazyForms } from './LazyForms.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

type RowAction = 'rotate' | 'remove' | 'on';

/** A webhook with its state, its actions and its deliveries. */
export function WebhookRow({ webhook, actions }: { webhook: Webhook; actions: SectionActions }) {
  const { showSecret, reportChange, reportRemoval, hasShownSecret } = actions;
  const { id, url, events, mode, previousSecretUntil, off } = webhook;
  const { api } = useAccount();
  const [action, setAction] = useState<RowAction | null>(null);
  const [isLogOpen, setIsLogOpen] = useState(false);
  const [testCount, setTestCount] = useState(0);
  const test = useButtonRequest();
  const getButtonRef = useReturnFocus(action);
  const state = describeWebhook(webhook);
  const close = () => setAction(null);

  async function sendTest(): Promise<void> {
    await sendCall(api, sendTestEventCall, { id });
    setIsLogOpen(true);
    setTestCount(testCount + 1);
  }

  return (
    <li aria-label={url}>
      <div className="api-row">
        <p className="api-name">{url}</p>
        <p className="api-status" data-tone={state.tone}>
          {state.text}
        </p>
      </div>
      <p className="meta">
        {MODE_TEXTS[mode]}: {events.map(event => WEBHOOK_EVENT_TEXTS[event]).join(', ')}
      </p>
      {previousSecretUntil !== null && (
        <p className="meta">Прежний секрет тоже подписывает до {formatFullDate(previousSecretUntil)}</p>
      )}
      <ErrorNote text={test.errorText} />
      <p className="visually-hidden" role="status">
        {testCount > 0 && !test.isSending && 'Проверочное событие в очереди.'}
      </p>
      {action === null ? (
        <div className="api-actions">
          {off ? (
            <button type="button" className="button" ref={getButtonRef('on')} onClick={() => setAction('on')}>
              Включить
            </button>
          ) : (
            <button
              type="button"
              className="button"
              aria-disabled={test.isSending}
              onClick={() => void test.send(sendTest)}
            >
              Проверить
            </button>
          )}
          <button
            type="button"
            className="button"
            aria-expanded={isLogOpen}
            onClick={() => setIsLogOpen(!isLogOpen)}
          >
            Доставки
          </button>
          {/* A new secret would replace the one that is shown. */}
          {!hasShownSecret(id) && (
            <button
              type="button"
              className="button quiet"
              ref={getButtonRef('rotate')}
              onClick={() => setAction('rotate')}
            >
              Сменить секрет
            </button>
          )}
          <button
            type="button"
            className="button quiet"
            ref={getButtonRef('remove')}
            onClick={() => setAction('remove')}
          >
            Удалить
          </button>
        </div>
      ) : (
        <RowAction
          {...{ action, url, close }}
          onSend={{
            async rotate() {
              const { secret } = await sendCall(api, rotateWebhookSecretCall, { id });
              close();
              showSecret({ id, title: 'Секрет заменён', name: url, value: secret });
            },
            async on() {
              await sendCall(api, updateWebhookCall, { id, body: { on: true } });
              close();
              reportChange(`Вебхук включён: ${url}`);
            },
            async remove() {
              await sendCall(api, removeWebhookCall, { id }).catch(ignoreMissing);
              reportRemoval(`Вебхук удалён: ${url}`, id);
            },
          }}
        />
      )}
      {/* A new test starts with the first page. */}
      {isLogOpen && (
        <LazyForms>
          {({ DeliveryList }) => (
            <DeliveryList key={testCount} webhookId={id} isOff={off !== null} isSent={testCount > 0} />
          )}
        </LazyForms>
      )}
    </li>
  );
}

const ACTION_TEXTS: Readonly<
  Record<RowAction, { label: string; hint: string; text: string; sendingText: string }>
> = {
  rotate: {
    label: 'Смена секрета',
    hint: 'Сутки будут действовать оба секрета: успеете заменить его на сервере.',
    text: 'Сменить секрет',
    sendingText: 'Меняем…',
  },
  remove: {
    label: 'Удаление вебхука',
    hint: 'События больше не придут, журнал доставок сотрём.',
    text: 'Удалить вебхук',
    sendingText: 'Удаляем…',
  },
  on: {
    label: 'Включение вебхука',
    hint: 'Отправим новые события. Пропущенные остались в заявках.',
    text: 'Включить вебхук',
    sendingText: 'Включаем…',
  },
};

function RowAction({
  action,
  url,
  close,
  onSend,
}: {
  action: RowAction;
  url: string;
  close: () => void;
  onSend: Readonly<Record<RowAction, () => Promise<void>>>;
}) {
  const { label, ...texts } = ACTION_TEXTS[action];
  return (
    <LazyForms>
      {forms => (
        <forms.ConfirmedAction
          {...texts}
          label={`${label}: ${url}`}
          onSend={onSend[action]}
          onCancel={close}
        />
      )}
    </LazyForms>
  );
}
