import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { NothingFound } from '../account/list/EmptyList.tsx';
import { FilterForm } from '../account/list/FilterForm.tsx';
import { SearchField } from '../account/list/SearchField.tsx';

/** A list that is loaded completely, with a search whose text is in the address. A row has to have each of its words. */
export function SearchedList<Row>({
  title,
  formLabel,
  label,
  placeholder,
  hint,
  rows,
  getTexts,
  children,
}: {
  /** Names the list. */
  title: string;
  formLabel: string;
  /** What can be searched for. */
  label: string;
  placeholder: string;
  /** Shown if nothing is found. */
  hint: string;
  rows: readonly Row[];
  /** The texts of a row that are searched. */
  getTexts: (row: Row) => readonly string[];
  /** Renders a row, with its key. `isOnly`: whether the search finds no other. */
  children: (row: Row, isOnly: boolean) => ReactNode;
}) {
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(row => {
    const texts = getTexts(row).map(text => text.toLowerCase());
    return words.every(word => texts.some(text => text.includes(word)));
  });
  return (
    <>
      <FilterForm label={formLabel}>
        <SearchField
          value={search}
          label={label}
          placeholder={placeholder}
          maxLength={100}
          onSearch={(text, options) =>
            setQuery(text === '' ? {} : { q: text }, { ...options, preventScrollReset: true })
          }
        />
      </FilterForm>
      <ul className="line-list" aria-label={title}>
        {found.map(row => children(row, found.length === 1))}
      </ul>
      {found.length === 0 && <NothingFound text={hint} />}
    </>
  );
}
