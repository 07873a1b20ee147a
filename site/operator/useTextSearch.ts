import { useSearchParams } from 'react-router';

/** The search of a list that is loaded completely. Its text is in the address. */
export function useTextSearch() {
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    search,
    onSearch: (text: string, options: { replace: boolean }) =>
      setQuery(text === '' ? {} : { q: text }, { ...options, preventScrollReset: true }),
    /** Whether one of the texts has each word. */
    matches: (texts: readonly string[]) =>
      words.every(word => texts.some(text => text.toLowerCase().includes(word))),
  };
}
