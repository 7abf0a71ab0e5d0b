/** Where this browser keeps drafts. Apart from their code, which only forms load: a sign-out deletes them on any screen. */
import { currentUid, onSignOut } from './identity/session.ts';

const prefix = 'potluck.kept-draft.';

/** Whose drafts, and of what. */
export interface DraftPlace {
  readonly uid: string;
  readonly kind: 'post' | 'recipe';
}

export const keptDraftKey = ({ uid, kind }: DraftPlace, id: string): string => `${prefix}${uid}.${kind}.${id}`;

const keysOf = (uid: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${uid}.`));
  } catch {
    return []; // Storage is blocked.
  }
};

/** The ids of the drafts of a place. */
export const keptDraftIds = (place: DraftPlace): string[] => {
  const start = keptDraftKey(place, '');
  return keysOf(place.uid).flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
};

/** How many of the current user's drafts are kept. */
export const countKeptDrafts = (): number => keysOf(currentUid() ?? '').length;

// After a sign-out, others may use the browser. A session that ended otherwise may continue with the same user.
onSignOut(() => {
  for (const key of keysOf(currentUid() ?? '')) localStorage.removeItem(key);
});
