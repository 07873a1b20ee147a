import { useClipboard } from '#widget/claim/elements/useClipboard.ts';
import './CopyField.css';

/** Labelled value with a button that copies it. `shownValue`: the displayed text, if it differs. */
export function CopyField({
  label,
  value,
  shownValue = value,
}: {
  label: string;
  value: string;
  shownValue?: string;
}) {
  const { state, copy, valueRef } = useClipboard(value);
  return (
    <div className="copy-field">
      <span className="meta">{label}</span>
      <code ref={valueRef} tabIndex={0} role="textbox" aria-readonly="true" aria-label={label}>
        {shownValue}
      </code>
      <button type="button" className="button" aria-label={`Скопировать: ${label}`} onClick={copy}>
        {state === 'copied' ? 'Скопировано' : 'Скопировать'}
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied' && 'Скопировано'}
        {state === 'selected' && 'Выделено: скопируйте сами'}
      </span>
    </div>
  );
}
