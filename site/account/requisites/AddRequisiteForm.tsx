import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import {
  listRequisiteInputsCall,
  MAX_REQUISITE_LABEL_LENGTH,
  type RequisiteCreate,
  type SavedRequisiteType,
} from '#core/contract/account/savedRequisite.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { getFieldLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { createServerQuery, NO_POLLING } from '#core/serverQuery.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NameField } from '../../elements/form/NameField.tsx';
import { LoadError } from '../../live/LoadError.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { useAccount } from '../accountContext.ts';
import { useAccountQuery } from '../useAccountQuery.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { getInputName, readFieldValues, RequisiteInput, requireValidValues } from './RequisiteInput.tsx';

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
    validate: values => (values.currency ? {} : { currency: 'Выберите из списка' }),
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
