import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../lib/use-debounced.ts';
import { searchQuery } from './api.ts';

/** The search starts after this pause in typing. */
const debounceMs = 150;

/** The best matches for the typed text, none if it is blank. The previous ones stay while the next are fetched. */
export function useSuggestions(typed: string) {
  const query = typed.trim();
  const debounced = useDebounced(query, debounceMs);
  const searchedQuery = query === '' ? '' : debounced;
  const result = useQuery({ ...searchQuery(searchedQuery), placeholderData: keepPreviousData });
  return {
    suggestions: searchedQuery === '' ? undefined : result.data?.slice(0, 8),
    failed: searchedQuery !== '' && result.isError,
    /** Whether the matches are not those of this text. While they are fetched again, they are. */
    searching: result.isLoading || result.isPlaceholderData || searchedQuery !== query,
  };
}
