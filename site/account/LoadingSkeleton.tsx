/** A box in place of what is loading, with the words that say so to screen readers. `className` gives its size. */
export function LoadingSkeleton({ className, label }: { className: string; label: string }) {
  return (
    <>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <span className={`skeleton ${className}`} aria-hidden="true" />
    </>
  );
}
