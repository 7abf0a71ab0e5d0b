import { useSyncExternalStore } from 'react';

const query = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void) {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isDark = () => query.matches;

export const useDarkMode = (): boolean => useSyncExternalStore(subscribe, isDark, isDark);
