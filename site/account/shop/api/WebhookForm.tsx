import {
  WEBHOOK_EVENT_TEXTS,
  WEBHOOK_EVENTS,
  type WebhookCreate,
} from '#core/contract/account/shopWebhooks.ts';
import type { CallOptions } from '#core/api/client.ts';
import { findEmptyError, listErrors } from '../../../auth/validateFields.ts';
import { Checkbox } from '../../../elements/form/Checkbox.tsx';
import { FormEnd } from '../../../elements/form/FormEnd.tsx';
import { TextField } from '../../../elements/form/TextField.tsx';
import type { FormValues } from '../../../elements/form/useForm.ts';
import { ConfirmationFields } from '../../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../confirmation/useConfirmedForm.ts';
import type { ApiFormProps } from './ApiSection.tsx';
import { ModeField } from './RadioField.tsx';

const readWebhook = (values: FormValues): WebhookCreate => ({
  url: (values.url ?? '').trim(),
  mode: values.mode === 'live' ? 'live' : 'test',
  events: WEBHOOK_EVENTS.filter(event => values[event] !== undefined),
});

/** Adds a webhook. */
export function WebhookForm({
  id,
  isQuiet,
  onAdd,
}: ApiFormProps & {
  onAdd: (webhook: WebhookCreate, options: CallOptions) => Promise<void>;
}) {
  const form = useConfirmedForm({
    fieldNames: ['url', 'claim.status'],
    validate: values =>
      listErrors({
        url: findEmptyError(values.url?.trim()),
        // The first field of the group shows the error.
        'claim.status': WEBHOOK_EVENTS.some(event => values[event] !== undefined)
          ? null
          : 'Отметьте хотя бы одно событие',
      }),
    send: (values, { signal }) => onAdd(readWebhook(values), { signal }),
  });
  return (
    <form {...form.props} className="api-form" id={id} aria-label="Новый вебхук">
      <TextField
        form={form}
        name="url"
        label="Адрес"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={500}
        placeholder="https://shop.example/webhook"
      />
      <ModeField testNote="события тестовых заявок" />
      <fieldset className="form-field">
        <legend>События</legend>
        {WEBHOOK_EVENTS.map(event => (
          <Checkbox key={event} form={form} name={event} defaultChecked>
            {WEBHOOK_EVENT_TEXTS[event]} <code>{event}</code>
          </Checkbox>
        ))}
      </fieldset>
      <ConfirmationFields form={form} />
      <FormEnd form={form} isQuiet={isQuiet} text="Добавить вебхук" sendingText="Добавляем…" />
    </form>
  );
}
