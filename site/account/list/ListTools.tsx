import type { Call } from '#core/contract/call.ts';
import { pluralize } from '#core/pluralize.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { FocusMovingLink } from './FocusMovingLink.tsx';

/** Number of lines of a list, the reset of its filters, and the export of exactly this list. */
export function ListTools({
  count,
  forms,
  isFiltered,
  query,
  exportCall,
  fileName,
}: {
  /** Null while it is unknown. */
  count: number | null;
  /** «заявка», «заявки», «заявок». */
  forms: readonly [string, string, string];
  isFiltered: boolean;
  /** Of the export: the filters. */
  query: Readonly<Record<string, string>>;
  exportCall: Call;
  fileName: string;
}) {
  return (
    <div className="list-tools">
      <p className="meta numeric" role="status">
        {count !== null && pluralize(count, forms)}
      </p>
      {isFiltered && (
        <FocusMovingLink className="button quiet" to={{ search: '' }}>
          Сбросить
        </FocusMovingLink>
      )}
      {count !== 0 && <DownloadButton call={exportCall} query={query} name={fileName} />}
    </div>
  );
}
