import { useEffect, useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import type { OperatorPair } from '#core/contract/operator/pairs.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { CoursePreview } from './CoursePreview.tsx';
import { useValueForm } from './useValueForm.tsx';
import { formatValue, PAIR_FIELDS, type PairField } from './rateTable.tsx';

/** The labels of the fields, and what an empty one means. */
const FIELD_TEXTS: Readonly<Record<PairField, { label: string; hint: string }>> = {
  margin: { label: 'Своя маржа, %', hint: 'Пусто\u00a0— общая маржа.' },
  discount: { label: 'Своя скидка, %', hint: 'Пусто\u00a0— без скидки.' },
  course: { label: 'Заданный курс', hint: 'Сколько получат за\u00a01 единицу. Пусто\u00a0— по\u00a0рынку.' },
  max: { label: 'Свой максимум', hint: 'Пусто\u00a0— ограничивает только резерв и\u00a0валюта.' },
  closed: {
    label: 'Почему закрыто',
    hint: 'Посетители прочтут это вместо курса. Начатые заявки идут дальше. Пусто\u00a0— открыть.',
  },
};

const PREVIEWED: readonly PairField[] = ['margin', 'discount', 'course'];

/** Edits one value of a pair. */
export function PairEditor({
  pair,
  field,
  onClose,
  onChanged,
}: {
  pair: OperatorPair;
  field: PairField;
  /** Called with a message when the editor ends. */
  onClose: (message: string) => void;
  /** Called when the pair has changed, by this person or another. */
  onChanged: () => void;
}) {
  const { api } = useAccount();
  const { code, own, from } = pair;
  const isText = field === 'closed';
  /** As the call takes it. */
  const toValue = (text: string | null) => {
    const trimmed = text?.trim() ?? '';
    return isText ? trimmed : normalizeDecimal(trimmed) || 'none';
  };
  const [typed, setTyped] = useState((isText ? own.closed : own[field]?.replace('.', ',')) ?? '');
  const { form, isDoubtful, endNote } = useValueForm({
    present: toValue(own[field]),
    value: toValue(typed),
    send: (body, options) =>
      sendCall(api, changeValueCall, { table: 'pairs', key: code, field, body, ...options }),
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose('Сохранено.');
    },
  });
  const { label, hint } = FIELD_TEXTS[field];
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.select(), []);
  return (
    <form
      {...form.props}
      className="claim-action-form rate-editor"
      aria-label={`${PAIR_FIELDS[field].name} ${code}`}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose('');
      }}
    >
      <p className="section-text numeric">Сейчас: {formatValue(pair, field)}</p>
      <TextField
        form={form}
        inputRef={inputRef}
        name="value"
        label={field === 'max' ? `${label}, ${from.currency}` : label}
        hint={hint}
        inputMode={isText ? 'text' : 'decimal'}
        autoComplete="off"
        maxLength={isText ? 200 : 60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {PREVIEWED.includes(field) && <CoursePreview pair={pair} field={field} value={toValue(typed)} />}
      {endNote}
      <div className="claim-action-list">
        <FormEnd
          form={form}
          text={isDoubtful ? 'Всё равно сохранить' : 'Сохранить'}
          sendingText="Сохраняем…"
        />
        <button type="button" className="button quiet" onClick={() => onClose('')}>
          Отмена <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
