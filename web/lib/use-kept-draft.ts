import { type Dispatch, type SetStateAction, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { writeDraft } from './drafts.ts';
import type { DraftPlace } from './kept-draft-keys.ts';
import { type KeptDraft, keptDrafts } from './kept-drafts.ts';
import { newId } from './new-id.ts';
import type { FormId } from './send-idempotently.ts';
import { useDraft } from './use-draft.ts';

/** A draft that may be kept: it has an id while it is. */
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
 * on. What another tab changes shows here, too. A draft of a visitor, or one that cannot be kept, is in the tab only.
 */
export function useKeptDraft<T extends Keepable & object>(options: KeptDraftOptions<T>) {
  const { key, initial, parse, isBlank, uid, kind } = options;
  const [draft, setDraft, dropField] = useDraft(key, initial, parse);
  const { draftId } = draft;
  const dropped = useRef(false);
  /** What the user has written here since the last store. All else came from the storage and may be older than it. */
  const [unstored] = useState(() => new WeakSet<T>());
  const isSame = useCallback(
    (a: unknown, b: unknown) => JSON.stringify(parse(a)) === JSON.stringify(parse(b)),
    [parse],
  );

  const change: Dispatch<SetStateAction<T>> = useCallback(
    (next) =>
      setDraft((current) => {
        const changed = typeof next === 'function' ? next(current) : next;
        if (changed !== current) unstored.add(changed);
        return changed;
      }),
    [setDraft, unstored],
  );

  // Before the next change, so that the draft gets only one id.
  useLayoutEffect(() => {
    if (dropped.current || uid === undefined) return;
    // One without an id was written by a visitor, or could not be kept.
    if (!unstored.delete(draft) && draft.draftId !== undefined) return;
    const id = draft.draftId ?? newId();
    const isKept = !isBlank(draft) && keptDrafts.keep({ uid, kind }, id, parse({ ...draft, draftId: id }));
    if (isBlank(draft) && draft.draftId !== undefined) keptDrafts.remove({ uid, kind }, id);
    if (isKept === (draft.draftId !== undefined)) return;
    setDraft((current) => {
      if (current.draftId !== draft.draftId) return current;
      const identified = { ...current, draftId: isKept ? id : undefined };
      if (unstored.has(current)) unstored.add(identified);
      return identified;
    });
  }, [draft, uid, kind, isBlank, parse, setDraft, unstored]);

  useLayoutEffect(() => {
    if (uid === undefined || draftId === undefined) return;
    const showKept = () => {
      const kept = keptDrafts.read({ uid, kind }, draftId);
      // Without one, it was published or deleted.
      const latest = (kept && parse(kept.content)) ?? initial;
      setDraft((current) => (unstored.has(current) || isSame(current, latest) ? current : latest));
    };
    // The tab's copy is as old as the last visit to this screen.
    showKept();
    return keptDrafts.onChangeElsewhere({ uid, kind }, draftId, showKept);
  }, [uid, kind, draftId, initial, parse, setDraft, unstored, isSame]);

  /**
   * Ends the draft, because it was sent or discarded. One that was edited since, in another tab or after coming back, is still
   * kept. Returns a function that keeps it again; undefined if it is not needed.
   */
  const drop = (): (() => void) | undefined => {
    dropped.current = true;
    dropField();
    if (uid === undefined || draftId === undefined) return undefined;
    const kept = keptDrafts.read({ uid, kind }, draftId);
    if (!kept || !isSame(kept.content, draft)) return undefined;
    keptDrafts.remove({ uid, kind }, draftId);
    return () => void keptDrafts.restore({ uid, kind }, kept);
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
  /** For `sendIdempotently`: a draft that is opened again after a lost response is not published twice. */
  const formId: FormId =
    uid === undefined || draftId === undefined
      ? `${kind}.${uid ?? 'visitor'}`
      : keptDrafts.keyStore({ uid, kind }, draftId);
  return { draft, formId, change, drop, open, startNew };
}
