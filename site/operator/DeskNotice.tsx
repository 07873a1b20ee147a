import { useEffect, useRef } from 'react';
import { ErrorNote } from '../elements/ErrorNote.tsx';

/** What happened to a row that has left a list. */
export interface Notice {
  /** "" shows nothing. */
  text: string;
  isRefusal: boolean;
}

/** No notice. */
export const NO_NOTICE: Notice = { text: '', isRefusal: false };

/** Shows a notice above a list, and moves the focus to it: the row that had it is gone. */
export function DeskNotice({ notice }: { notice: Notice }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== NO_NOTICE) ref.current?.focus();
  }, [notice]);
  return (
    <div className="desk-notice" ref={ref} tabIndex={-1}>
      <ErrorNote text={notice.isRefusal ? notice.text : null} />
      <p className="form-hint" role="status">
        {!notice.isRefusal && notice.text}
      </p>
    </div>
  );
}
