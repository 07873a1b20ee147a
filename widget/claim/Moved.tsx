/** A value that changed: the old one struck out, the new one beside it; one that did not change stands alone. */
export function Moved({ was, now }: { was: string; now: string }) {
  if (was === now) return now;
  return (
    <>
      <s className="t2">
        <span className="vh">было </span>
        {was}
      </s>{' '}
      <span>
        <span className="vh">стало </span>
        {now}
      </span>
    </>
  );
}
