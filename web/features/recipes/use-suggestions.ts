import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../lib/use-debounced.ts';
import { searchQuery } from './api.ts';

/** A search begins when nothing was typed for this time (ms). */
const pause = 150;

/** The best recipes for what is being typed; those of the words before stay until the next are there. Blank: none. */
export function useSuggestions(typed: string) {
  const wanted = typed.trim();
  const settled = useDebounced(wanted, pause);
  const asked = wanted === '' ? '' : settled;
  const { data, isError, isFetching } = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData });
  return {
    suggestions: asked === '' ? undefined : data?.slice(0, 8),
    failed: asked !== '' && isError,
    searching: isFetching || asked !== wanted,
  };
}
