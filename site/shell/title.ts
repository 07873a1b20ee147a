import { useEffect } from 'react';

/** The window's title while this is on the page, put back when nothing else has been called since. */
export function useTitle(text: string): void {
  useEffect(() => {
    const title = `${text} · Размен`;
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [text]);
}
