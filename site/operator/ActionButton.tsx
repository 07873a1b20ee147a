/** Button of a list that opens or closes the form of an action. */
export function ActionButton({
  text,
  name,
  chosen,
  isPrimary = false,
  onChoose,
}: {
  text: string;
  name: string;
  chosen: string | null;
  /** Whether it is the likely action: it is filled until a form is open, whose button then is. */
  isPrimary?: boolean;
  onChoose: (name: string | null) => void;
}) {
  const isChosen = chosen === name;
  return (
    <li>
      <button
        type="button"
        className={isPrimary && chosen === null ? 'button primary' : 'button'}
        aria-expanded={isChosen}
        onClick={() => onChoose(isChosen ? null : name)}
      >
        {text}
      </button>
    </li>
  );
}

/** What an action does, before it is done. */
export function EffectList({ texts }: { texts: readonly string[] }) {
  return (
    texts.length > 0 && (
      <ul className="claim-effects numeric">
        {texts.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )
  );
}
