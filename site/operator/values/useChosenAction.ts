import { useState } from 'react';
import { NO_NOTICE } from '../ListNotice.tsx';
import type { ActionEnd } from './ValueAction.tsx';

/** Which action of a page or section is open, and what the last one has done. `onChanged` loads the page again. */
export function useChosenAction(onChanged: () => void) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  const finish = (text: string, isRefusal: boolean) => {
    setNotice({ text, isRefusal });
    setChosen(null);
    onChanged();
  };
  const end: ActionEnd = {
    onSaved: text => finish(text, false),
    onStale: text => finish(text, true),
    onClose: () => setChosen(null),
  };
  return {
    chosen,
    notice,
    /** For the form of the open action. */
    end,
    /** Opens the form of an action, or closes it. */
    choose(name: string | null) {
      setNotice(NO_NOTICE);
      setChosen(name);
    },
  };
}
