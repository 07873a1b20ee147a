import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { getAccountStatisticsCall } from '#core/contract/account/accountOverview.ts';
import type { CallOptions } from '#core/api/client.ts';
import { MAX_REQUISITE_LABEL_LENGTH, type AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import { Icon } from '#widget/icons/Icon.tsx';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NameField } from '../../elements/form/NameField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { useAccountQuery } from '../useAccountQuery.ts';
import { RequisiteValues } from './RequisiteValues.tsx';
import {
  describeVerification,
  formatCurrency,
  formatPayoutDelay,
  formatRequisiteName,
  getCardPath,
  formatRequisiteTitle,
} from './requisiteTexts.ts';

const EDIT_ICON = 'M4 18h3.5L17 8.5 13.5 5 4 14.5V18Zm7.5-11 3.5 3.5';
const DELETE_ICON = 'M4 6.5h14M9 6V4h4v2M6 6.5l.8 11h8.4l.8-11M9.5 10v4.5m3-4.5v4.5';

/** A saved requisite: its label, masked value, state and buttons. */
export function RequisiteRow({
  requisite,
  onRename,
  onRemove,
}: {
  requisite: AccountRequisite;
  onRename: (label: string, options: CallOptions) => Promise<void>;
  onRemove: () => Promise<void>;
}) {
  const { id, type, label, currency, verification } = requisite;
  const [isEditing, setIsEditing] = useState(false);
  const removal = useButtonRequest();
  const editRef = useRef<HTMLButtonElement>(null);
  const name = formatRequisiteName(requisite);
  // The server cannot decrypt some rows any more.
  const isReadable = Object.keys(requisite.values).length > 0;
  // Another backend may send no values at all, and no currency then.
  const isLost = !isReadable && currency.code !== '';

  // The form had the focus. The button that replaces the form gets it.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editRef.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <li tabIndex={-1} data-id={id} aria-label={name}>
      <CurrencyIcon currency={currency} />
      <div className="requisite-main">
        {isEditing ? (
          <LabelForm label={label} onSend={onRename} onClose={() => setIsEditing(false)} />
        ) : (
          <p className="requisite-name">{formatRequisiteTitle(requisite)}</p>
        )}
        {label !== '' && !isEditing && <p className="meta">{formatCurrency(requisite)}</p>}
        <RequisiteValues requisite={requisite} />
        {type === 'card' && isReadable && (
          <VerificationState requisiteId={id} verification={verification} name={name} />
        )}
        {isLost && <p className="meta">Данные потеряны. Удалите запись и добавьте её заново.</p>}
        {isReadable && <PayoutDelay requisite={requisite} />}
        <ErrorNote text={removal.errorText} />
      </div>
      <div className="requisite-actions">
        {!isEditing && (
          <button
            type="button"
            className="button quiet square"
            ref={editRef}
            aria-label={`Изменить название: ${name}`}
            onClick={() => setIsEditing(true)}
          >
            <Icon d={EDIT_ICON} />
          </button>
        )}
        <button
          type="button"
          className="button quiet square"
          aria-label={`Удалить: ${name}`}
          aria-disabled={removal.isSending}
          onClick={() => void removal.send(onRemove)}
        >
          <Icon d={DELETE_ICON} />
        </button>
      </div>
    </li>
  );
}

/** Start of payouts to the requisite; nothing for an account that has no money to withdraw. */
function PayoutDelay({ requisite }: { requisite: AccountRequisite }) {
  const text = formatPayoutDelay(requisite);
  return text === null ? null : <DelayOfBalance text={text} />;
}

function DelayOfBalance({ text }: { text: string }) {
  useSignals();
  const query = useAccountQuery((client, options) => sendCall(client, getAccountStatisticsCall, options));
  const state = query.state.value;
  const available = state.phase === 'ready' ? state.data.refferal?.available : undefined;
  return Number(available ?? 0) > 0 ? <p className="meta">{text}</p> : null;
}

function VerificationState({
  requisiteId,
  verification,
  name,
}: {
  requisiteId: string;
  verification: AccountRequisite['verification'];
  name: string;
}) {
  const { text, tone, action } = describeVerification(verification);
  return (
    <p className="requisite-verification">
      <span className="requisite-status" data-tone={tone}>
        {text}
      </span>
      <Link to={getCardPath(requisiteId)} aria-label={`${action}: ${name}`}>
        {action}
      </Link>
    </p>
  );
}

function LabelForm({
  label,
  onSend,
  onClose,
}: {
  label: string;
  onSend: (label: string, options: CallOptions) => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    fieldNames: ['label'],
    async send({ label: text = '' }, { signal }) {
      await onSend(text.trim(), { signal });
      onClose();
    },
  });
  return (
    <form
      {...form.props}
      className="label-form"
      aria-label="Другое название"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <NameField
        form={form}
        name="label"
        label="Название"
        defaultValue={label}
        autoFocus
        maxLength={MAX_REQUISITE_LABEL_LENGTH}
      />
      <div className="label-form-end">
        <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" isQuiet />
        <button type="button" className="button quiet" onClick={onClose}>
          Отмена
        </button>
      </div>
    </form>
  );
}
