/** Announces an error; nothing without one. `text` has no final full stop. */
export function ErrorNote({ text }: { text: string | null | undefined }) {
  return (
    text != null && (
      <p className="form-error" role="alert">
        {text}.
      </p>
    )
  );
}
