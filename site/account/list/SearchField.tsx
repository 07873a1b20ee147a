import { useEffect, useRef, useState } from 'react';
import { Icon } from '#widget/icons/Icon.tsx';

const SEARCH_ICON = 'M10 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.5-1.5L19 19';

/** Milliseconds without a keystroke before the list is searched. */
const SEARCH_DELAY_MS = 300;

/** Searches while typing. All searches until the field is left make one history entry. */
export function SearchField({
  value: search,
  label,
  placeholder,
  maxLength,
  onSearch,
}: {
  /** The text that the list is searched for. */
  value: string;
  label: string;
  placeholder: string;
  maxLength: number;
  /** Searches for a text. With `replace`, adds no history entry. */
  onSearch: (text: string, options: { replace: boolean }) => void;
}) {
  const [typed, setTyped] = useState<{ text: string; isPending: boolean } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasEntry = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Back may have changed the URL meanwhile.
  const isShown = typed !== null && (typed.isPending || typed.text.trim() === search);

  function apply(text: string): void {
    clearTimeout(timer.current);
    setTyped({ text, isPending: false });
    if (text.trim() === search) return;
    onSearch(text.trim(), { replace: hasEntry.current });
    hasEntry.current = true;
  }

  return (
    <label className="list-search">
      <Icon d={SEARCH_ICON} size={20} />
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        name="search"
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        value={isShown ? typed.text : search}
        onChange={({ target: { value } }) => {
          setTyped({ text: value, isPending: true });
          clearTimeout(timer.current);
          timer.current = setTimeout(() => apply(value), SEARCH_DELAY_MS);
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply(event.currentTarget.value);
        }}
        onBlur={event => {
          if (typed?.isPending) apply(event.currentTarget.value);
          hasEntry.current = false;
        }}
      />
    </label>
  );
}
