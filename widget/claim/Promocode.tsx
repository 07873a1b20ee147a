import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Draft } from '#core/exchange/model.ts';
import { Icon, paths as common } from '../Icon.tsx';
import { Box } from './Field.tsx';
import { paths } from './icons.ts';

/** The promocode: asked of the server when it is applied, by its button, Enter, or leaving the field. */
export function Promocode({ draft }: { draft: Draft }) {
  useSignals();
  const promocode = draft.promocode.value;
  const known = promocode.state === 'none' ? '' : promocode.text;
  const [text, setText] = useState(known);
  const applied = promocode.state === 'applied' && promocode.text === text.trim();
  const apply = () => {
    if (text.trim() !== known) void draft.applyPromocode(text);
  };
  const hint = applied ? 'Промокод применён, суммы пересчитаны' : null;
  return (
    <Box
      draft={draft}
      name="promocode"
      label="Промокод, если есть"
      hint={hint}
      end={
        applied ? (
          <span className="icn ink">
            <Icon d={common.check} />
          </span>
        ) : (
          <button
            type="button"
            className="icn"
            aria-label="Применить промокод"
            aria-disabled={promocode.state === 'checking' || undefined}
            onClick={apply}
          >
            <Icon d={paths.right} />
          </button>
        )
      }
    >
      {wiring => (
        <input
          {...wiring}
          name="promocode"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={event => {
            if (event.key !== 'Enter' || applied || text.trim() === '') return;
            event.preventDefault();
            apply();
          }}
        />
      )}
    </Box>
  );
}
