import { fetchWebhooks } from '#core/api/account/shopAccess.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { addWebhookCall, MAX_WEBHOOKS } from '#core/contract/account/shopWebhooks.ts';
import { useAccount } from '../../accountContext.ts';
import { useAccountQuery } from '../../useAccountQuery.ts';
import { ApiSection, type OpenForms } from './ApiSection.tsx';
import { WebhookRow } from './WebhookRow.tsx';

/** The webhooks of the shop. */
export function WebhookSection({ openForms }: { openForms: OpenForms }) {
  const { api } = useAccount();
  const query = useAccountQuery(fetchWebhooks);
  return (
    <ApiSection
      query={query}
      openForms={openForms}
      name="webhooks"
      heading="Вебхуки"
      description={
        <>
          Мы сами сообщим вашему серверу о каждом новом статусе. Если он не ответит, повторим до семи раз за
          28 часов.
        </>
      }
      emptyText="Вебхуков пока нет."
      addText="Добавить вебхук"
      cancelText="Не добавлять"
      secretLabel="Секрет подписи"
      limit={MAX_WEBHOOKS}
      limitCode="webhooks_limit"
      renderForm={(forms, props, onAdded) => (
        <forms.WebhookForm
          {...props}
          onAdd={async (body, options) => {
            const { secret, ...created } = await sendCall(api, addWebhookCall, { ...options, body });
            onAdded({ id: created.id, title: 'Вебхук добавлен', name: created.url, value: secret });
          }}
        />
      )}
      renderRow={(webhook, actions) => <WebhookRow key={webhook.id} webhook={webhook} actions={actions} />}
    />
  );
}
