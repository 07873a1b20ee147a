import { useEffect } from 'react';

/** The site's name in titles and link previews. */
export const SITE_NAME = 'Размен';

/** Title of the document: the page's own title and the site's name. The name alone for a page without a title. */
export const formatPageTitle = (pageTitle: string | undefined) =>
  pageTitle ? `${pageTitle} · ${SITE_NAME}` : SITE_NAME;

/** Sets the document title while the component is mounted; restores it unless it was changed since. */
export function usePageTitle(pageTitle: string): void {
  useEffect(() => {
    const title = formatPageTitle(pageTitle);
    const previousTitle = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = previousTitle;
    };
  }, [pageTitle]);
}
