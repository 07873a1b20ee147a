import { useEffect, useRef } from 'react';
import { ErrorNote } from '../elements/ErrorNote.tsx';

/** What a change has done, or why it is refused: the row or form that had it may be gone. */
export interface Notice {
  /** "" shows nothing. */
  text: string;
  isRefusal: boolean;
}

/** No notice. */
export const NO_NOTICE: Notice = { text: '', isRefusal: false };

/** Shows a notice, and moves the focus to it: the row or form that had the focus is gone. */
export function ListNotice({ notice }: { notice: Notice }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== NO_NOTICE) ref.current?.focus();
  }, [notice]);
  return (
    <div className="list-notice" ref={ref} tabIndex={-1}>
      <ErrorNote text={notice.isRefusal ? notice.text : null} />
      <p className="form-hint" role="status">
        {!notice.isRefusal && notice.text}
      </p>
    </div>
  );
}
