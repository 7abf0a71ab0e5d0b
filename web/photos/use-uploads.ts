import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StoredPicture } from '../../server/core/contracts/pictures.ts';
import { ApiError } from '../lib/api-client.ts';
import { failureText } from '../lib/failure-text.ts';
import { currentUid } from '../lib/identity/session.ts';
import { newId } from '../lib/new-id.ts';
import { createRetryPause } from '../lib/retry-pause.ts';
import { useAskBeforeLeaving } from '../lib/use-ask-before-leaving.ts';
import type { PhotoDraft } from './photo-draft.ts';
import { resizePhoto } from './resize-photo.ts';
import { uploadPhoto } from './upload-photo.ts';

/** A chosen photo that is not stored yet. */
export interface Upload {
  readonly key: string;
  /** The draft in which it was chosen. */
  readonly draftKey: string | undefined;
  readonly name: string;
  /** Address of the chosen file. */
  readonly preview: string;
  readonly state: /** `part` of it that is sent, from 0 to 1. */
    | { readonly kind: 'sending'; readonly part: number }
    /** It is sent again by itself. */
    | { readonly kind: 'waiting'; readonly for: 'a connection' | 'the server' }
    | { readonly kind: 'refused'; readonly why: string };
}

/** Gets a function, because photos arrive while others are described. */
export type ChangePhotos = (change: (photos: readonly PhotoDraft[]) => readonly PhotoDraft[]) => void;

export interface UploadsOptions {
  /** Identifies the draft in the form, if the form may show another one. */
  draftKey?: string | undefined;
  /** Updates the photos of the draft with `draftKey`, even if the form has switched to another draft since. */
  onChange: ChangePhotos;
  /** Called with the number of photos of the shown draft that are not stored yet. Must be stable for each draft. */
  onCount: (count: number) => void;
}

interface Running {
  readonly file: File;
  readonly stop: AbortController;
  readonly change: ChangePhotos;
}

const isUnsent = ({ state }: Upload): boolean => state.kind !== 'refused';

/**
 * Uploads the chosen photos one after the other, in their order, and adds each to the draft in which it was chosen. They go on
 * while the form shows another draft or no photos, and end with the form.
 */
export function useUploads({ draftKey, onChange, onCount }: UploadsOptions) {
  const [allUploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, Running>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const uploads = useMemo(() => allUploads.filter((upload) => upload.draftKey === draftKey), [allUploads, draftKey]);
  const unsent = uploads.filter(isUnsent).length;
  useEffect(() => onCount(unsent), [onCount, unsent]);
  useAskBeforeLeaving(allUploads.some(isUnsent));

  const remove = useCallback((key: string) => {
    running.current.get(key)?.stop.abort();
    running.current.delete(key);
    setUploads((current) => {
      for (const one of current) if (one.key === key) URL.revokeObjectURL(one.preview);
      return current.filter((one) => one.key !== key);
    });
  }, []);

  const send = useCallback(
    async (key: string) => {
      const started = running.current.get(key);
      if (!started) return;
      const { file, stop, change } = started;
      const show = (state: Upload['state']) =>
        setUploads((current) => current.map((one) => (one.key === key ? { ...one, state } : one)));
      try {
        const picture = await sendPatiently(file, stop.signal, show);
        change((photos) =>
          photos.some(({ id }) => id === picture.id) ? photos : [...photos, { ...picture, alt: '' }],
        );
        remove(key);
      } catch (error) {
        if (!stop.signal.aborted) show({ kind: 'refused', why: failureText(error, 'The photo could not be sent.') });
      }
    },
    [remove],
  );

  const enqueue = useCallback(
    (key: string) => {
      last.current = last.current.then(() => send(key));
    },
    [send],
  );

  const add = (files: readonly File[]) => {
    const added = files.map((file): Upload => {
      const key = newId();
      running.current.set(key, { file, stop: new AbortController(), change: onChange });
      const preview = URL.createObjectURL(file);
      return { key, draftKey, name: file.name, preview, state: { kind: 'sending', part: 0 } };
    });
    setUploads((current) => [...current, ...added]);
    for (const { key } of added) enqueue(key);
  };

  const retry = useCallback(
    (key: string) => {
      setUploads((current) =>
        current.map((one) => (one.key === key ? { ...one, state: { kind: 'sending', part: 0 } } : one)),
      );
      enqueue(key);
    },
    [enqueue],
  );

  useEffect(() => {
    const left = running.current;
    return () => {
      for (const { stop } of left.values()) stop.abort();
    };
  }, []);

  return {
    /** Those of the shown draft. */
    uploads,
    add,
    remove,
    retry,
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Sends a photo again after each failure that may pass. @throws ApiError */
async function sendPatiently(
  file: File,
  signal: AbortSignal,
  show: (state: Upload['state']) => void,
): Promise<StoredPicture> {
  const sender = currentUid();
  const photo = await resizePhoto(file);
  const pause = createRetryPause();
  for (;;) {
    signal.throwIfAborted();
    show({ kind: 'sending', part: 0 });
    try {
      return await uploadPhoto(photo, sender, { signal, onProgress: (part) => show({ kind: 'sending', part }) });
    } catch (error) {
      if (!(error instanceof ApiError && error.isUndecided) || error.code === 'UPLOADING_TOO_FAST') throw error;
      show({ kind: 'waiting', for: error.isUnreachable ? 'a connection' : 'the server' });
      await pause.afterFailure(signal, error.retryAfterMs);
    }
  }
}
