import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type {
  AddressFormat,
  CurrencyRequisites,
  OperatorRequisite,
} from '#core/contract/operator/requisites.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { pluralize } from '#core/pluralize.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmedButton } from '../../account/confirmation/ConfirmationFields.tsx';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { useReplacedFocus } from '../../elements/useReplacedFocus.ts';
import { describeConflict } from '../claim/describeConflict.ts';

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
  const { api } = useAccount();
  const [isChanging, setIsChanging] = useState(false);
  const ref = useReplacedFocus(String(isChanging));
  const number = `№\u00a0${id}`;
  const verb = isOn ? 'Выключить' : 'Включить';
  const change = async (signal: AbortSignal) => {
    try {
      const body = { value: isOn ? 'off' : 'on', seen: isOn ? 'on' : 'off' };
      await sendCall(api, changeValueCall, { table: 'requisites', key: id, field: 'state', body, signal });
      onDone(`Реквизит ${number} ${isOn ? 'выключен' : 'включён'}.`, false);
    } catch (error) {
      const text = describeConflict(error);
      if (text === null) throw error;
      onDone(text, true);
    }
    setIsChanging(false);
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
        <div ref={ref}>
          {isChanging ? (
            <ConfirmedButton
              className="claim-action-form"
              aria-label={`${verb} реквизит ${number}`}
              hint={describeEffect(requisite, currency)}
              text={verb}
              sendingText="Записываем…"
              send={change}
            >
              <button type="button" className="button quiet" onClick={() => setIsChanging(false)}>
                Отмена
              </button>
            </ConfirmedButton>
          ) : (
            <button
              type="button"
              className="button quiet"
              aria-label={`${verb} ${number}`}
              onClick={() => setIsChanging(true)}
            >
              {verb}
            </button>
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
    hasMemo && 'С\u00a0меткой для\u00a0каждой заявки',
    claims > 0 && `Платят по\u00a0${pluralize(claims, CLAIM_FORMS)}`,
    usedAt === null ? 'Ещё не\u00a0выдавали' : `Последний раз выдан ${formatDateTime(usedAt)}`,
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
      ? `Новые заявки будут платить на\u00a0остальные включённые: ${others}.`
      : `Включённых не\u00a0останется${isNeeded ? ': новые заявки в\u00a0этой валюте будут ждать реквизит' : ''}.`;
  return claims > 0
    ? `${effect} По\u00a0${pluralize(claims, CLAIM_FORMS)} клиенты по-прежнему платят сюда.`
    : effect;
}
