import { useEffect } from 'react';

/** What stands in the window's title beside the page's own words. */
export const formatPageTitle = (text: string) => `${text} · Размен`;

/** The window's title while this is on the page, put back when nothing else has been called since. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    const title = formatPageTitle(text);
    const previousTitle = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = previousTitle;
    };
  }, [text]);
}
