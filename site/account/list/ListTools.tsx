import { useCallback } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import type { DownloadOptions } from '#core/api/download.ts';
import { pluralize } from '#core/pluralize.ts';
import { useAccount } from '../accountContext.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { FocusMovingLink } from './FocusMovingLink.tsx';

/** Loads a list as CSV. `api` sends the access token. */
export type ExportList<Query> = (api: ApiClient, query: Query, options: DownloadOptions) => Promise<Blob>;

/** Number of lines of a list, the reset of its filters, and the export of exactly this list. */
export function ListTools<Query>({
  count,
  forms,
  isFiltered,
  query,
  exportList,
  name,
}: {
  /** Null while it is unknown. */
  count: number | null;
  /** «заявка», «заявки», «заявок». */
  forms: readonly [string, string, string];
  isFiltered: boolean;
  query: Query;
  /** Stable. */
  exportList: ExportList<Query>;
  /** Beginning of the file's name. */
  name: string;
}) {
  const { api } = useAccount();
  const loadFile = useCallback(
    (wanted: Query, options: DownloadOptions) => exportList(api, wanted, options),
    [api, exportList],
  );
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
      {count !== 0 && <DownloadButton query={query} loadFile={loadFile} name={name} />}
    </div>
  );
}
