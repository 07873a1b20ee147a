import { useEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

const RIGHT_ICON = 'M4 11h14m0 0-5.5-5.5M18 11l-5.5 5.5';

/** The pages to link to: the first, the last and those around the current one; null is a gap. */
export function listPageNumbers(current: number, count: number): (number | null)[] {
  const shown = Array.from({ length: count }, (_, index) => index + 1).filter(
    page =>
      page === 1 ||
      page === count ||
      Math.abs(page - current) <= 1 ||
      (current <= 2 && page <= 3) ||
      (current >= count - 1 && page >= count - 2),
  );
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1] ?? 0;
    if (page - previous === 2) return [page - 1, page];
    return page - previous > 2 ? [null, page] : [page];
  });
}

/** Links to the pages of the list, and what part of it is shown. */
export function ListPages({
  current,
  pageCount,
  range,
  formatSearch,
}: {
  current: number;
  pageCount: number;
  /** «1–20 из 68». */
  range: string;
  /** Query of a page's address. */
  formatSearch: (page: number) => string;
}) {
  const linkTo = (page: number) => ({ search: formatSearch(page) });
  return (
    <nav className="list-pages" aria-label="Страницы">
      {current > 1 && (
        <Link to={linkTo(current - 1)} preventScrollReset aria-label="Предыдущая страница">
          <Icon d={ICON_PATHS.left} size={20} />
        </Link>
      )}
      {listPageNumbers(current, pageCount).map((page, index) =>
        page === null ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={page}
            to={linkTo(page)}
            preventScrollReset
            aria-label={`Страница ${page}`}
            aria-current={page === current ? 'page' : undefined}
          >
            {page}
          </Link>
        ),
      )}
      {current < pageCount && (
        <Link to={linkTo(current + 1)} preventScrollReset aria-label="Следующая страница">
          <Icon d={RIGHT_ICON} size={20} />
        </Link>
      )}
      <p className="numeric">{range}</p>
    </nav>
  );
}

/** Scrolls up to the list when another page of it arrives. */
export function useScrollToNewPage(headRef: RefObject<HTMLElement | null>, page: number): void {
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    const head = headRef.current;
    if (head && head.getBoundingClientRect().top < 0) head.scrollIntoView();
  }, [headRef, page]);
}
