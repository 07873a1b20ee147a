/** A value and, if it changed, the previous value struck out beside it. */
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
