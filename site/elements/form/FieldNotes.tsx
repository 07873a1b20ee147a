import type { ReactNode } from 'react';

/** The error and the hint of the field with this id, below it. */
export const FieldNotes = ({ id, error, hint }: { id: string; error: string | null; hint?: ReactNode }) => (
  <>
    {error !== null && (
      <p className="form-error" id={`${id}-error`}>
        {error}
      </p>
    )}
    {hint !== undefined && (
      <div className="form-hint" id={`${id}-hint`}>
        {hint}
      </div>
    )}
  </>
);
