import { useState } from 'react';
import { newId } from './new-id.ts';

/**
 * Identifies the draft in a form, also before it is kept under this id. A draft that its author empties keeps its key; the
 * initial one that replaces another gets a new key.
 */
export function useDraftKey(draftId: string | undefined, isInitial: boolean): string {
  const [last, setLast] = useState(() => ({ key: draftId ?? newId(), isInitial }));
  const startsAnother = isInitial && !last.isInitial;
  const key = draftId ?? (startsAnother ? newId() : last.key);
  if (key !== last.key || isInitial !== last.isInitial) setLast({ key, isInitial });
  return key;
}
