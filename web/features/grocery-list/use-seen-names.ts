import { useEffect } from 'react';
import { onUserLeft } from '../../lib/identity/session.ts';
import { nameKey } from './suggestions.ts';

/** By what addresses a list: when each name was last seen on it, in ms since the epoch. */
const seenNames = new Map<string, Map<string, number>>();
onUserLeft(() => seenNames.clear());

const none: ReadonlyMap<string, number> = new Map();

/**
 * When names were last seen on a list since the page was loaded, by `nameKey`. What the server says of earlier additions
 * is not fetched again while items are bought.
 */
export function useSeenNames(whose: string, items: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  useEffect(() => {
    const seen = seenNames.get(whose) ?? new Map<string, number>();
    seenNames.set(whose, seen);
    for (const { name } of items) seen.set(nameKey(name), Date.now());
  }, [whose, items]);
  return seenNames.get(whose) ?? none;
}
