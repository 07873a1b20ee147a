/** A value that changed: the old one struck out, the new one beside it; one that did not change stands alone. */
export function ChangedValue({ previous, current }: { previous: string; current: string }) {
  if (previous === current) return current;
  return (
    <>
      <s className="t2">
        <span className="vh">было </span>
        {previous}
      </s>{' '}
      <span>
        <span className="vh">стало </span>
        {current}
      </span>
    </>
  );
}
