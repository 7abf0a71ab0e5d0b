import { type Dispatch, type SetStateAction, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { writeDraft } from './drafts.ts';
import type { DraftPlace } from './kept-draft-keys.ts';
import { type KeptDraft, keptDrafts } from './kept-drafts.ts';
import { notify } from './notices.ts';
import type { FormId } from './send-idempotently.ts';
import { useDraft } from './use-draft.ts';
import { useDraftKey } from './use-draft-key.ts';

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
  const draftKey = useDraftKey(draftId, draft === initial);
  /** Undefined from the choice of another draft to its first rendering. */
  const shownKey = useRef<string | undefined>(draftKey);
  useLayoutEffect(() => {
    shownKey.current = draftKey;
  });
  /** Those that were not kept when another one was shown, by their keys. */
  const [unkeptDrafts] = useState(() => new Map<string, T>());
  const dropped = useRef(false);
  /** What the user has written here since the last store. All else came from the storage and may be older than it. */
  const [unstored] = useState(() => new WeakSet<T>());
  const isSame = useCallback(
    (a: unknown, b: unknown) => JSON.stringify(parse(a)) === JSON.stringify(parse(b)),
    [parse],
  );

  /** Updates the draft of the render that returned this function: in storage if the form has switched to another draft since. */
  const change: Dispatch<SetStateAction<T>> = useCallback(
    (next) => {
      const apply = (current: T): T => (typeof next === 'function' ? next(current) : next);
      if (shownKey.current === draftKey) {
        setDraft((current) => {
          const changed = apply(current);
          if (changed !== current) unstored.add(changed);
          return changed;
        });
        return;
      }
      if (uid === undefined) return;
      const current = parse(keptDrafts.read({ uid, kind }, draftKey)?.content) ?? unkeptDrafts.get(draftKey);
      // It was published or deleted.
      if (!current) return;
      const changed = apply(current);
      if (changed === current || isBlank(changed)) return;
      unkeptDrafts.delete(draftKey);
      keptDrafts.keep({ uid, kind }, draftKey, parse({ ...changed, draftId: draftKey }));
    },
    [draftKey, uid, kind, isBlank, parse, setDraft, unstored, unkeptDrafts],
  );

  // Before the next change, so that the draft gets only one id.
  useLayoutEffect(() => {
    if (dropped.current || uid === undefined) return;
    // One without an id was written by a visitor, or could not be kept.
    if (!unstored.delete(draft) && draft.draftId !== undefined) return;
    const identified = parse({ ...draft, draftId: draftKey });
    const isKept = !isBlank(draft) && keptDrafts.keep({ uid, kind }, draftKey, identified);
    if (isBlank(draft) && draft.draftId !== undefined) keptDrafts.remove({ uid, kind }, draftKey);
    if (isKept === (draft.draftId !== undefined)) return;
    setDraft((current) => {
      if (current.draftId !== draft.draftId) return current;
      const next = { ...current, draftId: isKept ? draftKey : undefined };
      if (unstored.has(current)) unstored.add(next);
      return next;
    });
  }, [draft, draftKey, uid, kind, isBlank, parse, setDraft, unstored]);

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
  /** Whether another draft can take the place of this one. Tells the user why if it cannot. */
  const canLeave = (): boolean => {
    if (draftId !== undefined || uid === undefined || isBlank(draft)) return true;
    // There may be room now.
    if (keptDrafts.keep({ uid, kind }, draftKey, parse({ ...draft, draftId: draftKey }))) return true;
    notify.error('There is no room to keep what you wrote. Publish it, or delete a draft first.');
    return false;
  };
  const show = (next: T) => {
    if (next === draft) return;
    if (draftId === undefined) unkeptDrafts.set(draftKey, draft);
    shownKey.current = undefined;
    setDraft(next);
  };
  /** Shows another draft, unless this one would be lost. Stored at once, for a form on another screen. Returns it. */
  const open = ({ id, content }: KeptDraft): T | undefined => {
    const parsed = parse(content);
    if (!parsed || !canLeave()) return undefined;
    const opened = { ...parsed, draftId: id };
    writeDraft(key, opened);
    show(opened);
    return opened;
  };
  /** Begins another draft. */
  const startNew = () => {
    if (canLeave()) show(initial);
  };
  /** For `sendIdempotently`: a draft that is opened again after a lost response is not published twice. */
  const formId: FormId =
    uid === undefined || draftId === undefined
      ? `${kind}.${uid ?? 'visitor'}`
      : keptDrafts.keyStore({ uid, kind }, draftId);
  return {
    draft,
    /** Differs for each draft that is shown, and stays when it gets its id. */
    draftKey,
    formId,
    change,
    drop,
    open,
    startNew,
  };
}
