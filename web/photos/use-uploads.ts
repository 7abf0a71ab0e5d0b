import { useCallback, useEffect, useRef, useState } from 'react';
import type { StoredPicture } from '../../server/core/contracts/pictures.ts';
import { ApiError } from '../lib/api-client.ts';
import { failureText } from '../lib/failure-text.ts';
import { currentUid } from '../lib/identity/session.ts';
import { newId } from '../lib/new-id.ts';
import { createRetryPause } from '../lib/retry-pause.ts';
import { resizePhoto } from './resize-photo.ts';
import { uploadPhoto } from './upload-photo.ts';

/** A chosen photo that is not stored yet. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  /** Address of the chosen file. */
  readonly preview: string;
  readonly state: /** `part` of it that is sent, from 0 to 1. */
    | { readonly kind: 'sending'; readonly part: number }
    /** It is sent again by itself. */
    | { readonly kind: 'waiting'; readonly for: 'a connection' | 'the server' }
    | { readonly kind: 'refused'; readonly why: string };
}

interface Running {
  readonly file: File;
  readonly stop: AbortController;
}

/** Uploads the chosen photos one after the other, in their order. @param onStored called for each, also in their order */
export function useUploads(onStored: (picture: StoredPicture) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, Running>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });

  const remove = useCallback((key: string) => {
    running.current.get(key)?.stop.abort();
    running.current.delete(key);
    setUploads((all) => {
      for (const one of all) if (one.key === key) URL.revokeObjectURL(one.preview);
      return all.filter((one) => one.key !== key);
    });
  }, []);

  const send = useCallback(
    async (key: string) => {
      const started = running.current.get(key);
      if (!started) return;
      const { file, stop } = started;
      const show = (state: Upload['state']) =>
        setUploads((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
      try {
        const picture = await sendPatiently(file, stop.signal, show);
        stored.current(picture);
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

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file): Upload => {
        const key = newId();
        running.current.set(key, { file, stop: new AbortController() });
        return { key, name: file.name, preview: URL.createObjectURL(file), state: { kind: 'sending', part: 0 } };
      });
      setUploads((all) => [...all, ...added]);
      for (const { key } of added) enqueue(key);
    },
    [enqueue],
  );

  const retry = useCallback(
    (key: string) => {
      setUploads((all) => all.map((one) => (one.key === key ? { ...one, state: { kind: 'sending', part: 0 } } : one)));
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

  return { uploads, add, remove, retry };
}

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
