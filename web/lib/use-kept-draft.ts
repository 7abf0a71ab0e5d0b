import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react';
import { writeDraft } from './drafts.ts';
import type { DraftPlace } from './kept-draft-keys.ts';
import { type KeptDraft, keptDrafts } from './kept-drafts.ts';
import { newId } from './new-id.ts';
import { useDraft } from './use-draft.ts';

/** A draft that may be kept: it gets an id when it is first changed. */
export interface Keepable {
  readonly draftId?: string | undefined;
}

export interface KeptDraftOptions<T extends Keepable> {
  /** The key of what this tab shows, for `useDraft`. */
  key: string;
  /** Must be stable. */
  initial: T;
  /** Validates a stored value, and keeps its `draftId`. Must be stable. */
  parse: (stored: unknown) => T | undefined;
  /** Whether there is nothing to keep. Must be stable. */
  isBlank: (draft: T) => boolean;
  uid: string | undefined;
  kind: DraftPlace['kind'];
}

/**
 * Like `useDraft`, for the current one of several drafts. Each is kept in this browser, beyond the tab, from the first change
 * on. What another tab changes shows here, too. A visitor's draft is kept in the tab only.
 */
export function useKeptDraft<T extends Keepable>(options: KeptDraftOptions<T>) {
  const { key, initial, parse, isBlank, uid, kind } = options;
  const [draft, setDraft, dropField] = useDraft(key, initial, parse);
  const { draftId } = draft;
  const dropped = useRef(false);

  const change: Dispatch<SetStateAction<T>> = useCallback(
    (next) =>
      setDraft((current) => {
        const changed = typeof next === 'function' ? next(current) : next;
        return changed === initial || changed.draftId !== undefined ? changed : { ...changed, draftId: newId() };
      }),
    [setDraft, initial],
  );

  useEffect(() => {
    if (dropped.current || uid === undefined || draft.draftId === undefined) return;
    if (isBlank(draft)) keptDrafts.remove({ uid, kind }, draft.draftId);
    else keptDrafts.keep({ uid, kind }, draft.draftId, parse(draft));
  }, [draft, uid, kind, isBlank, parse]);

  useEffect(() => {
    if (uid === undefined || draftId === undefined) return;
    return keptDrafts.onChangeElsewhere({ uid, kind }, draftId, () => {
      const kept = keptDrafts.read({ uid, kind }, draftId);
      setDraft((kept && parse(kept.content)) ?? initial);
    });
  }, [uid, kind, draftId, initial, parse, setDraft]);

  /** Ends the draft, because it was sent or discarded. */
  const drop = () => {
    dropped.current = true;
    dropField();
    if (uid !== undefined && draftId !== undefined) keptDrafts.remove({ uid, kind }, draftId);
  };
  /** Shows another draft. Stored at once, for a form on another screen. Returns it. */
  const open = ({ id, content }: KeptDraft): T | undefined => {
    const parsed = parse(content);
    if (!parsed) return undefined;
    const opened = { ...parsed, draftId: id };
    writeDraft(key, opened);
    setDraft(opened);
    return opened;
  };
  /** Begins another draft. */
  const startNew = () => setDraft(initial);
  return { draft, change, drop, open, startNew };
}
