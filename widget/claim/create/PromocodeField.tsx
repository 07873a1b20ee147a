import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { formatCompactAmount } from '#core/exchange/amount.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { getPromocodeGain } from '#core/exchange/form/promocodeGain.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { FieldFrame } from './RequisiteInput.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';

/** Promocode field. The server checks the code on the button, on Enter and on blur. */
export function PromocodeField({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const { draft } = exchange;
  const promocode = draft.promocode.value;
  const savedText = promocode.state === 'none' ? '' : promocode.text;
  const [text, setText] = useState(savedText);
  const isApplied = promocode.state === 'applied' && promocode.text === text.trim();
  const apply = () => {
    if (text.trim() !== savedText) void draft.applyPromocode(text);
  };
  const hint = isApplied ? describeGain(exchange) : null;
  return (
    <FieldFrame
      draft={draft}
      name="promocode"
      label="Промокод, если есть"
      hint={hint}
      endAdornment={
        isApplied ? (
          <span className="icon-button accent-text">
            <Icon d={ICON_PATHS.check} />
          </span>
        ) : (
          <button
            type="button"
            className="icon-button"
            aria-label="Применить промокод"
            aria-disabled={promocode.state === 'checking' || undefined}
            onClick={apply}
          >
            <Icon d={CLAIM_ICON_PATHS.right} />
          </button>
        )
      }
    >
      {inputProps => (
        <input
          {...inputProps}
          name="promocode"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={event => {
            if (event.key !== 'Enter' || isApplied || text.trim() === '') return;
            event.preventDefault();
            apply();
          }}
        />
      )}
    </FieldFrame>
  );
}

/** The gain from the applied promocode at the current amount. Reads signals. */
function describeGain({ pair: pairSignal, amounts, courseType }: ExchangeModel): string {
  const [pair, pairAmounts] = [pairSignal.value, amounts.value];
  const gain = pair && pairAmounts && getPromocodeGain(pair, courseType.value, pairAmounts);
  // A backend without the regular course may ignore promocodes before the claim.
  if (!pair || gain === null) return 'Промокод отправим вместе с заявкой';
  const { currency, roundCalculator } = pair.structure.to;
  return gain > 0n
    ? `Промокод даёт +${appendUnit(formatCompactAmount(gain, roundCalculator), currency)}`
    : 'Промокод действует, но здесь уже есть скидка не меньше';
}
