import { useEffect, useRef, useState } from 'react';
import { onUserLeft } from './identity/session.ts';

const prefix = 'potluck.draft.';

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null; // Storage is blocked: the text then lasts as long as its field.
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

// What one person began to write is not for the next who signs in here.
onUserLeft(forgetAll);

function forgetAll(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** How the fields that are on the screen take in what is put back into their draft. */
const fields = new Map<string, (change: (written: unknown) => unknown) => void>();

/**
 * Changes a draft from outside of its field, as when what was sent comes back refused: in the field if it is shown, else
 * where the field will find it.
 * @param change gets what is written now, null for nothing
 */
export function amendDraft(key: string, change: (written: unknown) => unknown): void {
  const field = fields.get(key);
  if (field) field(change);
  else write(key, change(read(key)));
}

/**
 * State that outlives its screen, for text that somebody would have to write again. It stays in this tab, and goes when
 * it is dropped, is as it was at first, or whoever wrote it signs out.
 * @param key stays the same while the component lives; whose draft it is, belongs into it
 * @param parse what was stored, or undefined where that is of no use; the same function each time
 */
export function useDraft<T>(key: string, initial: T, parse: (stored: unknown) => T | undefined) {
  const [value, setValue] = useState<T>(() => parse(read(key)) ?? initial);
  const dropped = useRef(false);

  useEffect(() => {
    if (!dropped.current) write(key, value === initial ? undefined : value);
  }, [key, value, initial]);

  useEffect(() => {
    const amend = (change: (written: unknown) => unknown) => setValue((now) => parse(change(now)) ?? now);
    fields.set(key, amend);
    return () => {
      if (fields.get(key) === amend) fields.delete(key);
    };
  }, [key, parse]);

  const drop = () => {
    dropped.current = true;
    write(key, undefined);
  };
  return [value, setValue, drop] as const;
}
