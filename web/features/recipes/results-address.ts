import { useLocation } from 'react-router-dom';

/** The page of results for some words. Small, since the bar of every page needs it. */
export const resultsPath = (words: string): string => `/search?${new URLSearchParams({ q: words.trim() })}`;

/** What the page of results in the address has searched for; empty on other pages. */
export function useWordsInAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/search\/?$/i.test(pathname) ? (new URLSearchParams(search).get('q') ?? '').trim() : '';
}
