import { useId } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeDraft } from '#core/exchange/form/exchangeModel.ts';
import type { AccountFormSide } from '#widget/accountConnection.ts';
import { Notice } from '#widget/form/FormNotices.tsx';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { AccountFormModel } from './accountFormModel.ts';

/** The choice among the saved requisites that fit a side; nothing without any. */
export function RequisiteMenu({ form, side }: { form: AccountFormModel; side: SideName }) {
  useSignals();
  const id = useId();
  const fitting = form.listFitting(side);
  const filled = form.findFilled(side);
  const [first] = fitting;
  if (!first) return null;
  const label = first.type === 'wallet' ? 'Сохранённый кошелёк' : 'Сохранённая карта';
  return (
    <div className="field">
      <label htmlFor={id}>{'phone' in first.values ? 'Сохранённый телефон' : label}</label>
      <div className="input">
        <select
          id={id}
          value={filled?.id ?? ''}
          onChange={({ target: { value: chosenId } }) => {
            const chosen = fitting.find(requisite => requisite.id === chosenId);
            if (chosen) form.fill(side, chosen);
            else form.clear(side);
          }}
        >
          <option value="">Ввести вручную</option>
          {fitting.map(requisite => (
            <option key={requisite.id} value={requisite.id}>
              {[requisite.label, requisite.masked].filter(Boolean).join(', ')}
            </option>
          ))}
        </select>
      </div>
      {form.isPreselected(side) && (
        <button
          type="button"
          className="button text"
          aria-expanded={!form.isCollapsed(side)}
          onClick={() => form.toggleFields(side)}
        >
          {form.isCollapsed(side) ? 'Показать и изменить' : 'Скрыть поля'}
        </button>
      )}
    </div>
  );
}

/** Warning about an address with the same ends as a saved one, with a button that fills in the saved one. */
export function AddressWarning({
  form,
  draft,
  side,
  fields,
}: AccountFormSide & { form: AccountFormModel; draft: ExchangeDraft }) {
  useSignals();
  const field = fields.find(({ type }) => type === 'address');
  const similar = field ? form.findSimilar(draft.getValue(side, field.name)) : null;
  if (!field || !similar) return null;
  return (
    <Notice kind="warning" icon={ICON_PATHS.alert} role="alert">
      Начало и конец адреса как у сохранённого{similar.label && ` «${similar.label}»`}, а середина другая: так
      подменяют адреса. Сверьте его целиком.{' '}
      <button
        type="button"
        className="limit"
        onClick={() => draft.setValue(side, field.name, similar.values.account ?? '')}
      >
        Подставить сохранённый
      </button>
    </Notice>
  );
}

/** Whether the requisites of the claim are saved in the account. */
export function SaveField({ form }: { form: AccountFormModel }) {
  useSignals();
  const isSaved = (side: SideName) => form.findFilled(side) !== null;
  if (form.getRequisites() === null || (isSaved('from') && isSaved('to'))) return null;
  return (
    <div className="field">
      <label className="checkbox">
        <span className="checkbox-control">
          <input
            type="checkbox"
            name="saveRequisites"
            checked={form.isSaving()}
            onChange={({ target: { checked } }) => form.setSaving(checked)}
          />
          <Icon d={ICON_PATHS.check} size={16} />
        </span>
        <span>Сохранить реквизиты в кабинете</span>
      </label>
    </div>
  );
}
