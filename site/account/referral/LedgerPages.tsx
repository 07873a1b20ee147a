import { Link } from 'react-router';
import { listPageNumbers } from '../applications/ClaimPages.tsx';
import { formatLedgerSearch, type LedgerView } from './ledgerView.ts';

/** Links to the pages of the ledger, and what part of it is shown. */
export function LedgerPages({
  view,
  pageCount,
  range,
}: {
  view: LedgerView;
  pageCount: number;
  /** «1–20 из 68». */
  range: string;
}) {
  return (
    <nav className="claim-pages" aria-label="Страницы">
      {listPageNumbers(view.page, pageCount).map((page, index) =>
        page === null ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={page}
            to={{ search: formatLedgerSearch({ ...view, page }) }}
            preventScrollReset
            aria-label={`Страница ${page}`}
            aria-current={page === view.page ? 'page' : undefined}
          >
            {page}
          </Link>
        ),
      )}
      <p className="numeric">{range}</p>
    </nav>
  );
}
