/** A value that changed: the old one struck out, the new one beside it; one that did not change stands alone. */
export function ChangedValue({ previous, current }: { previous: string; current: string }) {
  if (previous === current) return current;
  return (
    <>
      <s className="secondary-text">
        <span className="visually-hidden">было </span>
        {previous}
      </s>{' '}
      <span>
        <span className="visually-hidden">стало </span>
        {current}
      </span>
    </>
  );
}
