import { useState } from 'react';
import type {
  AddressFormat,
  CurrencyRequisites,
  OperatorRequisite,
} from '#core/contract/operator/requisites.ts';
import { pluralize } from '#core/pluralize.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { ValueAction } from '../values/ValueAction.tsx';

const KIND_TEXTS: Readonly<Record<CurrencyRequisites['kind'], string>> = {
  address: 'адрес',
  card: 'карта',
  phone: 'телефон',
};

/** How wallets name the formats. */
const FORMAT_TEXTS: Readonly<Record<AddressFormat, string>> = {
  p2pkh: 'Legacy (P2PKH)',
  'p2sh-p2wpkh': 'Nested SegWit (P2SH)',
  p2wpkh: 'Native SegWit (bech32)',
  cashaddr: 'CashAddr',
  ethereum: 'EVM',
  tron: 'TRON',
};

const CLAIM_FORMS = ['открытой заявке', 'открытым заявкам', 'открытым заявкам'] as const;

/** A requisite with its use, and for an admin the switch. */
export function RequisiteRow({
  requisite,
  currency,
  canChange,
  onDone,
}: {
  requisite: OperatorRequisite;
  currency: CurrencyRequisites;
  canChange: boolean;
  /** Called with what happened to the requisite. */
  onDone: (text: string, isRefusal: boolean) => void;
}) {
  const { id, value, key, isOn } = requisite;
  const [isChanging, setIsChanging] = useState(false);
  const number = `№ ${id}`;
  const verb = isOn ? 'Выключить' : 'Включить';
  const finish = (text: string, isRefusal: boolean) => {
    setIsChanging(false);
    onDone(text, isRefusal);
  };
  return (
    <li className="requisite-row" aria-label={`Реквизит ${number}`}>
      <div>
        <CopyField
          label={`${number}, ${key ? 'первый адрес ключа' : KIND_TEXTS[currency.kind]}`}
          value={value}
        />
        <p className="meta numeric">{describeUse(requisite)}</p>
      </div>
      {canChange && (
        <div>
          <button
            type="button"
            className="button quiet"
            aria-expanded={isChanging}
            aria-label={`${verb} ${number}`}
            onClick={() => setIsChanging(!isChanging)}
          >
            {verb}
          </button>
          {isChanging && (
            <ValueAction
              target={{ table: 'requisites', key: id, field: 'state' }}
              present={isOn ? 'on' : 'off'}
              value={isOn ? 'off' : 'on'}
              text={verb}
              label={`${verb} реквизит ${number}`}
              effects={[describeEffect(requisite, currency)]}
              message={`Реквизит ${number} ${isOn ? 'выключен' : 'включён'}.`}
              onSaved={text => finish(text, false)}
              onStale={text => finish(text, true)}
              onClose={() => setIsChanging(false)}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** «Включён. ИВАН П., Сбербанк. Платят по 2 открытым заявкам. Последний раз выдан 21 ноября, 12:42.» */
function describeUse({ holder, bank, hasMemo, isOn, claims, usedAt, key }: OperatorRequisite): string {
  return [
    isOn ? 'Включён' : 'Выключен',
    [holder, bank].filter(Boolean).join(', '),
    key &&
      `${FORMAT_TEXTS[key.format]}, выдано ${pluralize(key.given, ['адрес', 'адреса', 'адресов'])}, после последней оплаты ${key.unpaid}`,
    hasMemo && 'С меткой для каждой заявки',
    claims > 0 && `Платят по ${pluralize(claims, CLAIM_FORMS)}`,
    usedAt === null ? 'Ещё не выдавали' : `Последний раз выдан ${formatDateTime(usedAt)}`,
  ]
    .filter(Boolean)
    .map(text => `${text}.`)
    .join(' ');
}

/** What the switch does, before it is done. */
function describeEffect(
  { id, isOn, claims }: OperatorRequisite,
  { isNeeded, requisites }: CurrencyRequisites,
): string {
  if (!isOn) return 'Новые заявки снова будут платить сюда.';
  const others = requisites.filter(one => one.isOn && one.id !== id).length;
  const effect =
    others > 0
      ? `Новые заявки будут платить на остальные включённые: ${others}.`
      : `Включённых не останется${isNeeded ? ': новые заявки в этой валюте будут ждать реквизит' : ''}.`;
  return claims > 0
    ? `${effect} По ${pluralize(claims, CLAIM_FORMS)} клиенты по-прежнему платят сюда.`
    : effect;
}
