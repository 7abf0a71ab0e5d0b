import { useEffect } from 'react';
import { onUserLeft } from '../../lib/identity/session.ts';
import { nameKey } from './suggestions.ts';

/** By the owner: when each name was last seen on a list of theirs, in ms since the epoch. */
const seenNames = new Map<string, Map<string, number>>();
onUserLeft(() => seenNames.clear());

const none: ReadonlyMap<string, number> = new Map();

/**
 * When names were last seen on a list of an owner since the page was loaded, by `nameKey`. What the server says of earlier
 * additions is not fetched again while items are bought.
 */
export function useSeenNames(owner: string, items: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  useEffect(() => {
    const seen = seenNames.get(owner) ?? new Map<string, number>();
    seenNames.set(owner, seen);
    for (const { name } of items) seen.set(nameKey(name), Date.now());
  }, [owner, items]);
  return seenNames.get(owner) ?? none;
}
