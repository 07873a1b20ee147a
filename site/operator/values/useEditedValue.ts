import { useState } from 'react';

/** Which of the values on a page is edited, and what was saved last. `Key` names a value in `data-value`. */
export function useEditedValue<Key extends string>() {
  const [edited, setEdited] = useState<Key | null>(null);
  const [closed, setClosed] = useState<{ key: Key | null; message: string }>({ key: null, message: '' });
  return {
    edited,
    /** What the last editor has saved, and the value that it was about. */
    closed,
    /** Opens the editor of a value, or closes it. */
    edit(key: Key | null) {
      setClosed({ key: null, message: '' });
      setEdited(key);
    },
    /** Closes the editor with a message, and returns the focus to the button of its value. */
    close(message: string) {
      setClosed({ key: edited, message });
      setEdited(null);
      document.querySelector<HTMLElement>(`[data-value="${edited}"]`)?.focus();
    },
  };
}
