import { useCopying } from '#widget/claim/copying.ts';
import './copy.css';

/** Something to take along: `name` says what it is, `value` is shown and copied. */
export function Copy({ name, value }: { name: string; value: string }) {
  const { state, copy, shown } = useCopying(value);
  return (
    <div className="take">
      <span className="meta">{name}</span>
      <code ref={shown} tabIndex={0} role="textbox" aria-readonly="true" aria-label={name}>
        {value}
      </code>
      <button type="button" className="b" aria-label={`Скопировать: ${name}`} onClick={copy}>
        {state === 'copied' ? 'Скопировано' : 'Скопировать'}
      </button>
      <span className="vh" role="status">
        {state === 'copied' && 'Скопировано'}
        {state === 'selected' && 'Выделено: скопируйте сами'}
      </span>
    </div>
  );
}
