import uFuzzy from '@leeoniya/ufuzzy';
import type { City, CurrencyItem } from '#core/contract/calculator.ts';
import type { PickerOption } from '#core/exchange/form/exchangeModel.ts';
import { splitWords, switchLayout } from './searchText.ts';

/** A currency that matches the query. `city`: the only city of a cash currency that the query names. */
export interface FoundOption extends PickerOption {
  city?: City | undefined;
}

/** An item that a query is compared with: a currency, or cash in one city. */
interface SearchEntry {
  option: PickerOption;
  city: City | null;
  /** Names as words. The name, ticker and code come first. */
  names: readonly (readonly string[])[];
}

const MAIN_NAME_COUNT = 3;

/** Ranks of a match, best first. */
const RANKS = { exactMain: 0, exact: 1, prefixMain: 2, prefix: 3 } as const;

/** Shortest term that may contain a typing error. Shorter ones would match unrelated currencies. */
const MIN_FUZZY_TERM_LENGTH = 4;

/** The library tries every order of the terms. */
const MAX_FUZZY_TERMS = 4;

const createTypoRules = (count: 0 | 1) => ({
  intraSlice: [1, Infinity] as [number, number],
  intraIns: count,
  intraSub: count,
  intraTrn: count,
  intraDel: count,
});

/** Finds terms at the start of words, each with at most one wrong, missing, additional or transposed letter. */
const fuzzySearch = new uFuzzy({
  intraMode: 1,
  interLft: 2,
  intraRules: term => createTypoRules(term.length < MIN_FUZZY_TERM_LENGTH ? 0 : 1),
});

function listNames({ name, ticker, code, network, aliases, searchWords }: CurrencyItem): string[][] {
  return [name, ticker, code, network ?? '', ...aliases, ...(searchWords ?? [])].map(splitWords);
}

function createEntries(option: PickerOption): SearchEntry[] {
  const names = listNames(option.item);
  return [
    { option, city: null, names },
    ...option.item.cities.map(city => ({
      option,
      city,
      names: [...names, splitWords(city.name), splitWords(city.code)],
    })),
  ];
}

/** Rank of a term in an entry; null if no name contains a word that starts with it. */
function rankTerm(term: string, { names }: SearchEntry): number | null {
  const ranks = names.flatMap((words, index) => {
    const [isMain, whole] = [index < MAIN_NAME_COUNT, words.join('')];
    if (whole === term) return isMain ? RANKS.exactMain : RANKS.exact;
    if (whole.startsWith(term)) return isMain ? RANKS.prefixMain : RANKS.prefix;
    return words.some(word => word.startsWith(term)) ? RANKS.prefix : [];
  });
  return ranks.length > 0 ? Math.min(...ranks) : null;
}

/** Rank of an entry that matches all terms, in any order; null if it lacks one. */
function rankEntry(terms: readonly string[], entry: SearchEntry): number | null {
  return terms
    .map(term => rankTerm(term, entry))
    .reduce((sum, rank) => (sum === null || rank === null ? null : sum + rank), 0);
}

function findByTerms(terms: readonly string[], entries: readonly SearchEntry[]): SearchEntry[] {
  const ranked = entries.flatMap(entry => {
    const rank = rankEntry(terms, entry);
    return rank === null ? [] : [{ entry, rank }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

/** Finds entries by the terms as one word: «т банк» is tbank, «usdt trc20» a code. */
const findAsOneWord: typeof findByTerms = (terms, entries) => findByTerms([terms.join('')], entries);

function findFuzzily(terms: readonly string[], entries: readonly SearchEntry[]): SearchEntry[] {
  if (terms.length > MAX_FUZZY_TERMS) return [];
  const texts = entries.map(({ names }) => [...new Set(names.flat())].join(' '));
  const [indexes, info] = fuzzySearch.search(texts, terms.join(' '), MAX_FUZZY_TERMS);
  // In display order: the library would sort equal matches by letters.
  const found = new Set(info?.idx ?? indexes);
  return entries.filter((_, index) => found.has(index));
}

/** One result for each currency, with its city if only entries of one city match. */
function mergeEntries(entries: readonly SearchEntry[]): FoundOption[] {
  return [...new Set(entries.map(({ option }) => option))].map(option => {
    const cities = entries.filter(entry => entry.option === option).map(({ city }) => city);
    const [city, ...more] = cities;
    return city && more.length === 0 ? { ...option, city } : option;
  });
}

/**
 * Creates a search over currencies by name, ticker, code, network, other names and city. It compares the query as one
 * word, then its words in any order, then with typing errors, each as typed and in the other keyboard layout. The first
 * comparison that finds something is used; its best matches come first. An empty query finds everything.
 */
export function createCurrencySearch(
  options: readonly PickerOption[],
): (query: string) => readonly FoundOption[] {
  const entries = options.flatMap(createEntries);
  return query => {
    if (query.trim() === '') return options;
    const variants = [query, switchLayout(query)].map(splitWords).filter(terms => terms.length > 0);
    for (const find of [findAsOneWord, findByTerms, findFuzzily])
      for (const terms of variants) {
        const found = find(terms, entries);
        if (found.length > 0) return mergeEntries(found);
      }
    return [];
  };
}
