import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { ApiError } from '#core/api/apiError.ts';
import type { CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import {
  listRequisiteInputsCall,
  MAX_REQUISITE_LABEL_LENGTH,
  type RequisiteCreate,
  type SavedRequisiteType,
} from '#core/contract/account/savedRequisite.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import { findSimilarAddress } from '#core/exchange/requisites/similarAddress.ts';
import { validateRequisite } from '#core/exchange/requisites/validateRequisite.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { getFieldLabel, getInputLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { createServerQuery, NO_POLLING } from '#core/serverQuery.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NameField } from '../../elements/form/NameField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import type { FormValues } from '../../elements/form/useForm.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { useAccount } from '../accountContext.ts';
import { useAccountQuery } from '../useAccountQuery.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';

/** Name of a field in the form and in the server's errors. */
const getInputName = (field: Pick<RequisiteField, 'name'>) => `values.${field.name}`;

interface AddRequisiteProps {
  type: SavedRequisiteType;
  savedValues: readonly string[];
  onAdd: (body: RequisiteCreate, options: CallOptions) => Promise<void>;
}

const AddSkeleton = () => <span className="skeleton add-skeleton" aria-busy="true" />;

/** A backend that saves requisites describes their inputs. */
const INPUTS_OPTIONS = { polling: NO_POLLING, isUnsupported: () => false };

/** Adds a requisite: the currency, and then its fields. `savedValues`: addresses that are saved. */
export function AddRequisiteForm(props: AddRequisiteProps) {
  useSignals();
  const { type } = props;
  const query = useAccountQuery(
    (api, options) => sendCall(api, listRequisiteInputsCall, { ...options, query: { type } }),
    INPUTS_OPTIONS,
  );
  const state = query.state.value;
  if (state.phase === 'failed')
    return <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />;
  const [field] = state.phase === 'ready' ? state.data : [];
  return field ? <RequisiteForm {...props} choice={field} /> : <AddSkeleton />;
}

/** The fields of the chosen currency; none without one. */
function useCurrencyFields(type: SavedRequisiteType, currency: string) {
  const { api } = useAccount();
  return useServerQuery(
    () =>
      createServerQuery<readonly RequisiteField[], string>(
        api.clock,
        async (options, code) =>
          code === ''
            ? []
            : sendCall(api, listRequisiteInputsCall, { ...options, query: { type, currency: code } }),
        INPUTS_OPTIONS,
      ),
    currency,
  );
}

function RequisiteForm({ type, choice, savedValues, onAdd }: AddRequisiteProps & { choice: RequisiteField }) {
  useSignals();
  const [currency, setCurrency] = useState('');
  const query = useCurrencyFields(type, currency);
  const state = query.state.value;
  const isReady = state.phase === 'ready' && state.view === currency;
  const fields = isReady ? state.data : [];
  const form = useConfirmedForm({
    fieldNames: ['currency', 'label', ...fields.map(getInputName)],
    validate: values => (values.currency ? {} : { currency: 'Выберите из\u00a0списка' }),
    async send(values, { signal }) {
      const texts = readFieldValues(fields, values);
      await requireValidValues(fields, texts, currency);
      await onAdd({ currency, values: texts, label: (values.label ?? '').trim() }, { signal });
    },
  });
  return (
    <form {...form.props} className="add-requisite" aria-label="Новый реквизит">
      <SelectField
        form={form}
        name="currency"
        label={getFieldLabel(choice)}
        options={choice.options ?? []}
        value={currency}
        onChange={setCurrency}
        isFocused
      />
      {state.phase === 'failed' ? (
        <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />
      ) : (
        !isReady && currency !== '' && <AddSkeleton />
      )}
      {fields.map(field => (
        <RequisiteInput
          key={`${currency} ${field.name}`}
          form={form}
          field={field}
          savedValues={savedValues}
        />
      ))}
      {fields.length > 0 && (
        <>
          <NameField
            form={form}
            name="label"
            label="Название, если хотите"
            maxLength={MAX_REQUISITE_LABEL_LENGTH}
          />
          <ConfirmationFields form={form} />
          <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" />
        </>
      )}
    </form>
  );
}

function readFieldValues(fields: readonly RequisiteField[], values: FormValues): Record<string, string> {
  return Object.fromEntries(fields.map(field => [field.name, values[getInputName(field)] ?? '']));
}

/** Rejects as the server would, with the sentences of the invalid fields. */
async function requireValidValues(
  fields: readonly RequisiteField[],
  values: Record<string, string>,
  code: string,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const field of fields) {
    const verdict = await validateRequisite(field, values[field.name] ?? '', { code });
    if (!verdict.ok) errors[getInputName(field)] = [formatAccountMessage(verdict.code, verdict)];
  }
  if (Object.keys(errors).length > 0)
    throw new ApiError('invalid requisite', { kind: 'http', status: 400, fields: errors });
}

/** Loaded with a field for a card or a phone. The form of the widget has the same one. */
const lazyDigitMask = createLazyModule(() => import('#widget/claim/create/digitMask.ts'));

/** Formats a card or phone while typing, as the form of the widget does; other types stay as they are. */
function useCardMask(type: RequisiteField['type']) {
  useSignals();
  const inputRef = useRef<HTMLInputElement>(null);
  const mask = lazyDigitMask.module.value;
  useEffect(() => {
    if (type !== 'card' && type !== 'phone') return;
    if (!mask) return void lazyDigitMask.load();
    return inputRef.current ? mask.attachDigitMask(type, inputRef.current) : undefined;
  }, [mask, type]);
  return inputRef;
}

function RequisiteInput({
  form,
  field,
  savedValues,
}: {
  form: Parameters<typeof TextField>[0]['form'];
  field: RequisiteField;
  savedValues: readonly string[];
}) {
  const [text, setText] = useState('');
  const maskedRef = useCardMask(field.type);
  const name = getInputName(field);
  const label = getInputLabel(field);
  if (field.type === 'select')
    return (
      <SelectField
        form={form}
        name={name}
        label={label}
        options={field.options ?? []}
        value={text}
        onChange={setText}
      />
    );
  const similar = field.type === 'address' ? findSimilarAddress(text, savedValues) : null;
  const hint =
    similar === null
      ? field.hint
      : 'Начало и\u00a0конец как у\u00a0сохранённого адреса, а\u00a0середина другая. Сверьте адрес целиком';
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      inputMode={FIELD_TYPES[field.type].inputMode}
      autoComplete="off"
      autoCapitalize={field.type === 'text' ? 'words' : 'off'}
      spellCheck={false}
      maxLength={255}
      inputRef={maskedRef}
      onChange={event => setText(event.target.value)}
      {...(hint !== null && { hint })}
    />
  );
}
