import { memo, useEffect, useRef } from 'react';
import type { Choice } from '#core/exchange/model.ts';
import { Coin } from '../Coin.tsx';
import { Icon, paths } from '../Icon.tsx';
import { remark, second, why } from './list.ts';

/** One currency of the list. `active` is where the arrows are, `selected` what the form has. */
export const Option = memo(function Option({
  choice,
  active,
  selected,
  onPick,
}: {
  choice: Choice;
  active: boolean;
  selected: boolean;
  onPick: (choice: Choice) => void;
}) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, list] = [line.current, line.current?.closest('.list')];
    if (!active || !box || !list) return;
    // By hand: scrollIntoView would scroll the host's page too.
    const [inside, frame] = [box.getBoundingClientRect(), list.getBoundingClientRect()];
    const head = 28;
    if (inside.top < frame.top + head) list.scrollTop -= frame.top + head - inside.top;
    else if (inside.bottom > frame.bottom) list.scrollTop += inside.bottom - frame.bottom;
  }, [active]);
  const { item } = choice;
  const reason = why(choice);
  return (
    <div
      ref={line}
      id={`option-${item.id}`}
      className={active ? 'opt on' : 'opt'}
      role="option"
      aria-selected={selected}
      aria-disabled={reason !== undefined || undefined}
      onMouseDown={event => event.preventDefault()}
      onClick={() => onPick(choice)}
    >
      <Coin icon={item.icon} />
      <span>
        <b>{item.name}</b>
        <small>{active && reason ? reason : second(item)}</small>
      </span>
      <span className="r num">
        {remark(choice)}
        {selected && <Icon d={paths.check} size={20} className="ink" />}
      </span>
    </div>
  );
});
