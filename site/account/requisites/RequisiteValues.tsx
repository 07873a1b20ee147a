import { useState } from 'react';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { formatRequisiteName } from './requisiteTexts.ts';

/** Values of the fields in the order of the form; the names are those of our own fields. */
const VALUE_NAMES = ['card', 'phone', 'bank', 'fio'];

/** Groups the digits of a card. */
const formatValue = (name: string, value: string) =>
  name === 'card' ? value.replace(/.{4}(?=.)/g, '$&\u00a0') : value;

/** Half of an address a line. */
const getAddressWidth = (address: string): string => `${Math.ceil(address.length / 2) + 3}ch`;

/** An address is compared with that of another program: it is shown whole, as its memo is. */
function WalletValues({ values }: Pick<AccountRequisite, 'values'>) {
  const { account = '', ...others } = values;
  return (
    <div className="requisite-values numeric">
      <span className="requisite-address" style={{ maxWidth: getAddressWidth(account) }}>
        <b>{account.slice(0, 5)}</b>
        {account.slice(5, -5)}
        <b>{account.slice(-5)}</b>
      </span>
      {Object.entries(others).map(([name, value]) => (
        <span key={name} className="requisite-value">
          {value}
        </span>
      ))}
    </div>
  );
}

/** The address of a wallet; else the masked value, and after «Показать» all values. */
export function RequisiteValues({ requisite }: { requisite: AccountRequisite }) {
  return requisite.values.account ? (
    <WalletValues values={requisite.values} />
  ) : (
    <MaskedValues requisite={requisite} />
  );
}

function MaskedValues({ requisite }: { requisite: AccountRequisite }) {
  const [isShown, setIsShown] = useState(false);
  const { values, masked } = requisite;
  const rank = (name: string) =>
    (VALUE_NAMES.indexOf(name) + VALUE_NAMES.length + 1) % (VALUE_NAMES.length + 1);
  const names = Object.keys(values).toSorted((a, b) => rank(a) - rank(b));
  return (
    <p className="requisite-values numeric">
      <span>
        {isShown
          ? names.map(name => (
              <span key={name} className="requisite-value">
                {formatValue(name, values[name] ?? '')}
              </span>
            ))
          : masked}
      </span>
      {names.length > 0 && (
        <button
          type="button"
          className="link-button"
          aria-pressed={isShown}
          aria-label={`Показать полностью: ${formatRequisiteName(requisite)}`}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Скрыть' : 'Показать'}
        </button>
      )}
    </p>
  );
}
