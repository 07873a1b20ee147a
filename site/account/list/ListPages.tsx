import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

const RIGHT_ICON = 'M4 11h14m0 0-5.5-5.5M18 11l-5.5 5.5';

/** Opens a page of a list: by a URL with this query, or by a call. */
export type PageTarget =
  { formatSearch: (page: number) => string; state?: unknown } | { onPage: (page: number) => void };

/** The pages to link to: the first, the last and those around the current one; null is a gap. */
export function listPageNumbers(current: number, count: number): (number | null)[] {
  // Three at least: the current page is in the middle unless it is the first or the last.
  const middle = Math.max(2, Math.min(current, count - 1));
  const shown = [...new Set([1, middle - 1, middle, middle + 1, count])].filter(
    page => page >= 1 && page <= count,
  );
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1] ?? 0;
    if (page - previous === 2) return [page - 1, page];
    return page - previous > 2 ? [null, page] : [page];
  });
}

/** The pagination of a list, with the shown range. */
export function ListPages({
  current,
  pageCount,
  range,
  target,
}: {
  current: number;
  pageCount: number;
  /** «1–20 из 68». */
  range: string;
  target: PageTarget;
}) {
  const keptFocus = useKeptFocus(current);
  const pages = (
    <>
      {current > 1 && (
        <PageLink page={current - 1} label="Предыдущая страница" target={target}>
          <Icon d={ICON_PATHS.left} size={20} />
        </PageLink>
      )}
      {listPageNumbers(current, pageCount).map((page, index) =>
        page === null ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <PageLink
            key={page}
            page={page}
            label={`Страница ${page}`}
            target={target}
            isCurrent={page === current}
          >
            {page}
          </PageLink>
        ),
      )}
      {current < pageCount && (
        <PageLink page={current + 1} label="Следующая страница" target={target}>
          <Icon d={RIGHT_ICON} size={20} />
        </PageLink>
      )}
      <p className="numeric">{range}</p>
    </>
  );
  return 'onPage' in target ? (
    <div {...keptFocus} className="list-pages" role="group" aria-label="Страницы">
      {pages}
    </div>
  ) : (
    <nav {...keptFocus} className="list-pages" aria-label="Страницы">
      {pages}
    </nav>
  );
}

function PageLink({
  page,
  label,
  target,
  isCurrent = false,
  children,
}: {
  page: number;
  label: string;
  target: PageTarget;
  isCurrent?: boolean;
  children: ReactNode;
}) {
  const shared = { 'aria-label': label, 'aria-current': isCurrent ? ('page' as const) : undefined, children };
  return 'onPage' in target ? (
    <button type="button" onClick={() => target.onPage(page)} {...shared} />
  ) : (
    <Link to={{ search: target.formatSearch(page) }} state={target.state} preventScrollReset {...shared} />
  );
}

/** Moves the focus to the current page when the pressed arrow is gone: the first and the last page lack one. */
function useKeptFocus(current: number) {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) ref.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [current]);
  return { ref, onFocus: () => void (focused.current = document.activeElement) };
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
