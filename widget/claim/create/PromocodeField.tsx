import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeDraft } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { FieldFrame } from './RequisiteInput.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';

/** Promocode field. The server checks the code on the button, on Enter and on blur. */
export function PromocodeField({ draft }: { draft: ExchangeDraft }) {
  useSignals();
  const promocode = draft.promocode.value;
  const savedText = promocode.state === 'none' ? '' : promocode.text;
  const [text, setText] = useState(savedText);
  const isApplied = promocode.state === 'applied' && promocode.text === text.trim();
  const apply = () => {
    if (text.trim() !== savedText) void draft.applyPromocode(text);
  };
  const hint = isApplied ? 'Промокод применён, суммы пересчитаны' : null;
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
