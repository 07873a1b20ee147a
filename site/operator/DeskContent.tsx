import type { ReactNode } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { Call } from '#core/contract/call.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { RefreshFailure } from '../account/list/RefreshFailure.tsx';
import { LoadingSkeleton } from '../account/LoadingSkeleton.tsx';
import { QueryContent } from '../account/QueryContent.tsx';
import { useWorkQuery } from './events/useWorkQuery.ts';
import '../account/list/list.css';

interface DeskContentProps<Data> {
  call: Call<Data>;
  /** Names the data when a refresh fails: «Список». */
  subject: string;
  /** Replaces the skeleton of a page. */
  skeleton?: ReactNode;
  children: (data: Data, query: ServerQuery<Data>) => ReactNode;
}

/** Data of a call of staff, which several people change at once. `children` render it. */
export function DeskContent<Data>({
  call,
  subject,
  skeleton = <LoadingSkeleton className="account-skeleton" label="Загружаем" />,
  children,
}: DeskContentProps<Data>) {
  const query = useWorkQuery((api, options) => sendCall(api, call, options));
  return (
    <QueryContent query={query} skeleton={skeleton}>
      {({ data }) => (
        <>
          <RefreshFailure query={query} subject={subject} />
          {children(data, query)}
        </>
      )}
    </QueryContent>
  );
}

/** A page of the desk with one call. `note`: the text below the title. */
export const DeskPage = <Data,>({
  title,
  note,
  ...content
}: DeskContentProps<Data> & { title: string; note?: ReactNode }) => (
  <>
    <div className="account-heading">
      <h1>{title}</h1>
    </div>
    {note && <p className="section-text">{note}</p>}
    <DeskContent {...content} />
  </>
);
