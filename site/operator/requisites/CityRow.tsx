import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { removeCityCall, type OperatorCities, type OperatorCity } from '#core/contract/operator/cities.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmedButton } from '../../account/confirmation/ConfirmationFields.tsx';
import { useReplacedFocus } from '../../elements/useReplacedFocus.ts';
import { keepSentences } from '../staffForm.ts';
import { RowDetails } from '../RowDetails.tsx';
import { RowValues } from '../values/RowValues.tsx';

type CityField = 'name' | 'place' | 'hours';

const CITY_FIELDS: readonly { field: CityField; name: string; hint: string }[] = [
  { field: 'name', name: 'Название', hint: 'Его видят все посетители.' },
  { field: 'place', name: 'Место', hint: 'Открытые заявки сразу покажут новое место.' },
  { field: 'hours', name: 'Часы', hint: 'Пусто — по договорённости в Telegram.' },
];

/** A city: opened its values, and for an admin the removal. */
export function CityRow({
  city,
  canChange,
  onRemoved,
  onChanged,
}: {
  city: OperatorCity;
  canChange: boolean;
  onRemoved: (list: OperatorCities) => void;
  onChanged: () => void;
}) {
  const { key, name: cityName, place, claims } = city;
  return (
    <RowDetails
      name={cityName}
      note={`${key}, ${place}`}
      state={claims > 0 && <small>открытых заявок: {claims}</small>}
    >
      <RowValues
        owner={cityName}
        values={CITY_FIELDS.map(({ field, name, hint }) => ({
          target: { table: 'cities', key, field },
          name,
          hint,
          text: city[field] ?? 'нет',
          present: city[field] ?? 'none',
          fieldText: city[field] ?? '',
          toValue: typed => typed.trim() || (field === 'hours' ? 'none' : ''),
          canEdit: canChange,
        }))}
        onChanged={onChanged}
      />
      {canChange && <CityRemoval city={city} onRemoved={onRemoved} />}
    </RowDetails>
  );
}

function CityRemoval({
  city: { key, name, claims },
  onRemoved,
}: {
  city: OperatorCity;
  onRemoved: (list: OperatorCities) => void;
}) {
  const { api } = useAccount();
  const [isRemoving, setIsRemoving] = useState(false);
  const ref = useReplacedFocus(String(isRemoving));
  const remove = async (signal: AbortSignal) => {
    try {
      onRemoved(await sendCall(api, removeCityCall, { key, signal }));
    } catch (error) {
      throw keepSentences(error);
    }
  };
  return (
    <div ref={ref}>
      {isRemoving ? (
        <ConfirmedButton
          className="claim-action-form"
          aria-label={`Удаление города ${name}`}
          hint={
            claims > 0
              ? `Открытых заявок: ${claims}. Удалить город можно, когда они закончатся.`
              : 'Посетители больше не смогут его выбрать.'
          }
          text="Удалить город"
          sendingText="Удаляем…"
          send={remove}
        >
          <button type="button" className="button quiet" onClick={() => setIsRemoving(false)}>
            Отмена
          </button>
        </ConfirmedButton>
      ) : (
        <button
          type="button"
          className="button quiet"
          aria-label={`Удалить город ${name}`}
          onClick={() => setIsRemoving(true)}
        >
          Удалить
        </button>
      )}
    </div>
  );
}
