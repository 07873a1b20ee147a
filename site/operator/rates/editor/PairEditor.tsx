import { useState } from 'react';
import type { OperatorPair } from '#core/contract/operator/pairs.ts';
import { coinPriceToCourse, courseToCoinPrice } from '#core/operator/coinPrice.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { TextField } from '../../../elements/form/TextField.tsx';
import { CoursePreview } from './CoursePreview.tsx';
import { useValueForm } from '../../values/useValueForm.tsx';
import { ValueEditor } from '../../values/ValueEditor.tsx';
import { findPriceBase, formatValue, PAIR_FIELDS, type PairField } from '../rateTable.tsx';

/** The labels of the fields, and what an empty one means. */
const FIELD_TEXTS: Readonly<Record<PairField, { label: string; hint: string }>> = {
  margin: { label: 'Своя маржа, %', hint: 'Пусто — общая маржа.' },
  discount: { label: 'Своя скидка, %', hint: 'Пусто — без скидки.' },
  course: { label: 'Цена', hint: 'Пусто — по рынку.' },
  max: { label: 'Свой максимум', hint: 'Пусто — ограничивает только резерв и валюта.' },
  closed: {
    label: 'Почему закрыто',
    hint: 'Посетители прочтут это вместо курса. Начатые заявки идут дальше. Пусто — открыть.',
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
  const { code, own, from, to } = pair;
  const isText = field === 'closed';
  /** The direction of the typed price does not change while the editor is open. */
  const [base] = useState(() => findPriceBase(pair));
  const isCoinPrice = field === 'course' && base !== from.currency;
  /** As the call takes it. */
  const toValue = (text: string) => {
    if (isText) return text.trim();
    const value = normalizeDecimal(text) || 'none';
    return isCoinPrice ? coinPriceToCourse(value) : value;
  };
  const shown = isCoinPrice && own.course ? courseToCoinPrice(own.course) : own[field];
  const [typed, setTyped] = useState((isText ? shown : shown?.replace('.', ',')) ?? '');
  const valueForm = useValueForm({
    target: { table: 'pairs', key: code, field },
    present: own[field] ?? (isText ? '' : 'none'),
    value: toValue(typed),
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose('Сохранено.');
    },
  });
  const { label, hint } = FIELD_TEXTS[field];
  const quote = isCoinPrice ? from.currency : to.currency;
  const priceLabel = field === 'course' ? ` 1\u00a0${base}, ${quote}` : '';
  return (
    <ValueEditor
      label={`${PAIR_FIELDS[field].name} ${code}`}
      present={formatValue(pair, field)}
      valueForm={valueForm}
      onClose={onClose}
    >
      <TextField
        form={valueForm.form}
        name="value"
        label={field === 'max' ? `${label}, ${from.currency}` : label + priceLabel}
        hint={isCoinPrice ? `${hint} Курс округлится в пользу обменника.` : hint}
        inputMode={isText ? 'text' : 'decimal'}
        autoComplete="off"
        maxLength={isText ? 200 : 60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {PREVIEWED.includes(field) && <CoursePreview pair={pair} field={field} value={toValue(typed)} />}
    </ValueEditor>
  );
}
