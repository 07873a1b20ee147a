import { memo, useEffect, useRef } from 'react';
import { CurrencyIcon } from '../icons/CurrencyIcon.tsx';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import type { FoundOption } from './currencySearch.ts';
import { getOptionNote, getOptionSubtitle, getClosedReason } from './currencyList.ts';

/** One currency of the list. `isActive`: highlighted by the keyboard; `isSelected`: chosen in the form. */
export const CurrencyOption = memo(function CurrencyOption({
  option,
  isActive,
  isSelected,
  onPick,
}: {
  option: FoundOption;
  isActive: boolean;
  isSelected: boolean;
  onPick: (choice: FoundOption) => void;
}) {
  const optionRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [optionElement, list] = [optionRef.current, optionRef.current?.closest('.list')];
    if (!isActive || !optionElement || !list) return;
    // scrollIntoView() would scroll the host page, too.
    const [optionRect, listRect] = [optionElement.getBoundingClientRect(), list.getBoundingClientRect()];
    const headHeight = 28;
    if (optionRect.top < listRect.top + headHeight)
      list.scrollTop -= listRect.top + headHeight - optionRect.top;
    else if (optionRect.bottom > listRect.bottom) list.scrollTop += optionRect.bottom - listRect.bottom;
  }, [isActive]);
  const { item } = option;
  const closedReason = getClosedReason(option);
  return (
    <div
      ref={optionRef}
      id={`option-${item.id}`}
      className={isActive ? 'option active' : 'option'}
      role="option"
      aria-selected={isSelected}
      aria-disabled={closedReason !== undefined || undefined}
      onMouseDown={event => event.preventDefault()}
      onClick={() => onPick(option)}
    >
      <CurrencyIcon currency={item} />
      <span>
        <b>{item.name}</b>
        <small>{isActive && closedReason ? closedReason : getOptionSubtitle(option)}</small>
      </span>
      <span className="detail numeric">
        {getOptionNote(option)}
        {isSelected && <Icon d={ICON_PATHS.check} size={20} className="accent-text" />}
      </span>
    </div>
  );
});
