import { useEffect } from 'react';

/** Appends the site's name to a page title. */
export const formatPageTitle = (text: string) => `${text} · Размен`;

/** Sets the document title while the component is mounted; restores it unless it was changed since. */
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
