import {
  SHOP_KEY_NAME_MAX_LENGTH,
  SHOP_KEY_SCOPES,
  type ShopKeyCreate,
} from '#core/contract/account/shopKeys.ts';
import type { CallOptions } from '#core/api/client.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { findEmptyError, listErrors } from '../../../auth/validateFields.ts';
import { Checkbox } from '../../../elements/form/Checkbox.tsx';
import { FormEnd } from '../../../elements/form/FormEnd.tsx';
import { NameField } from '../../../elements/form/NameField.tsx';
import { TextField } from '../../../elements/form/TextField.tsx';
import type { FormValues } from '../../../elements/form/useForm.ts';
import { ConfirmationFields } from '../../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../confirmation/useConfirmedForm.ts';
import { SCOPE_TEXTS } from './apiTexts.ts';
import type { ApiFormProps } from './ApiSection.tsx';
import { ModeField, RadioField } from './RadioField.tsx';

/** Lifetimes of a key, days. */
const LIFETIMES = [
  { value: '', label: 'Без срока' },
  { value: '90', label: '90 дней' },
  { value: '365', label: 'Год' },
] as const;

function readKey(values: FormValues): ShopKeyCreate {
  const days = Number(values.lifetime ?? 0);
  return {
    name: (values.name ?? '').trim(),
    mode: values.mode === 'live' ? 'live' : 'test',
    scopes: SHOP_KEY_SCOPES.filter(scope => values[scope] !== undefined),
    networks: (values.networks ?? '').split(/[\s,;]+/).filter(Boolean),
    expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
  };
}

/** Creates a key of the shop API. */
export function KeyForm({
  id,
  isQuiet,
  onAdd,
}: ApiFormProps & {
  onAdd: (key: ShopKeyCreate, options: CallOptions) => Promise<void>;
}) {
  const form = useConfirmedForm({
    fieldNames: ['name', 'networks', 'claims:read'],
    validate: values =>
      listErrors({
        name: findEmptyError(values.name?.trim()),
        // The first field of the group shows the error.
        'claims:read': SHOP_KEY_SCOPES.some(scope => values[scope] !== undefined)
          ? null
          : 'Отметьте хотя бы одно право',
      }),
    send: (values, { signal }) => onAdd(readKey(values), { signal }),
  });
  return (
    <form {...form.props} className="api-form" id={id} aria-label="Новый ключ">
      <NameField
        form={form}
        name="name"
        label="Название"
        maxLength={SHOP_KEY_NAME_MAX_LENGTH}
        placeholder="Касса"
        // The button that opened the form stays before it.
        autoFocus
      />
      <ModeField testNote="заявки без денег" />
      <fieldset className="form-field">
        <legend>Права</legend>
        {SHOP_KEY_SCOPES.map(scope => (
          <Checkbox key={scope} form={form} name={scope} defaultChecked={scope.startsWith('claims')}>
            {SCOPE_TEXTS[scope]} <code>{scope}</code>
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        form={form}
        name="networks"
        label="Адреса ваших серверов, если хотите"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="203.0.113.5, 198.51.100.0/24"
        hint="С других адресов ключ не сработает"
      />
      <RadioField name="lifetime" label="Срок действия" options={LIFETIMES} />
      <ConfirmationFields form={form} />
      <FormEnd form={form} isQuiet={isQuiet} text="Создать ключ" sendingText="Создаём…" />
    </form>
  );
}
