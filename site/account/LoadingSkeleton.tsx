/** Placeholder of loading content, with a label for screen readers. `className` sets its size. */
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
