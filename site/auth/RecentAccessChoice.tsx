import { useEffect, useRef } from 'react';
import type { RecentAccess, RecentAccessKind } from '#core/contract/account/recentAccess.ts';
import { formatDateTime } from '../claim/formatDateTime.ts';
import { Checkbox } from '../elements/form/Checkbox.tsx';
import type { Form } from '../elements/form/useForm.ts';

const getFieldName = (id: string) => `keep-${id}`;

/** The ids that are ticked. */
export const listKeptIds = (
  results: readonly RecentAccess[],
  values: Readonly<Record<string, string>>,
): string[] => results.map(({ id }) => id).filter(id => values[getFieldName(id)] !== undefined);

/** Access that a new password removes: an unticked checkbox for each item. Gets the focus when it appears. */
export function RecentAccessChoice({ form, results }: { form: Form; results: readonly RecentAccess[] }) {
  const ref = useRef<HTMLLegendElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <fieldset className="recent-access">
      <legend ref={ref} tabIndex={-1}>
        Что из этого ваше?
      </legend>
      <p className="text">
        Это появилось или изменилось за 30 дней. Отметьте то, что узнаёте: остальное удалим.
      </p>
      {results.map(access => (
        <div className="access" key={access.id}>
          <Checkbox form={form} name={getFieldName(access.id)} hintId={`${form.id}-${access.id}`}>
            Оставить {KIND_TEXTS[access.kind]} «{access.name}»
          </Checkbox>
          <div className="form-hint" id={`${form.id}-${access.id}`}>
            <AccessFacts access={access} />
          </div>
        </div>
      ))}
    </fieldset>
  );
}

const KIND_TEXTS: Readonly<Record<RecentAccessKind, string>> = {
  passkey: 'ключ доступа',
  shop_key: 'ключ API',
  webhook: 'вебхук',
};

function AccessFacts({ access }: { access: RecentAccess }) {
  const { hint, createdAt, changedAt, usedAt, device, network } = access;
  const lines = [
    hint,
    `Добавлен ${formatDateTime(createdAt)}`,
    changedAt && `Изменён ${formatDateTime(changedAt)}`,
    [device, network].filter(Boolean).join(', '),
    usedAt ? `Использован ${formatDateTime(usedAt)}` : 'Ещё не использован',
  ];
  return lines.filter(line => line).map(line => <div key={line}>{line}</div>);
}
