import { onUserLeft } from './identity/session.ts';

const prefix = 'potluck.draft.';

export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null; // Storage is blocked: the text then lasts as long as its field.
  }
}

export function writeDraft(key: string, value: unknown): void {
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

/** Gets what is written, null for nothing, and gives what shall be, undefined for nothing. */
type Change = (written: unknown) => unknown;

/** A draft that is on the screen. */
export interface DraftField {
  /** What it began from. */
  readonly initial: unknown;
  readonly amend: (change: Change) => void;
}

export const fieldOf = <T>(
  initial: T,
  parse: (stored: unknown) => T | undefined,
  set: (change: (now: T) => T) => void,
): DraftField => ({
  initial,
  amend: (change) =>
    set((now) => {
      const changed = change(now);
      return changed === undefined ? initial : (parse(changed) ?? now);
    }),
});

const fields = new Map<string, DraftField>();

/** Gives the way to take it off the screen. */
export function showField(key: string, field: DraftField): () => void {
  fields.set(key, field);
  return () => {
    if (fields.get(key) === field) fields.delete(key);
  };
}

/**
 * Changes a draft from outside of its field, as when what was sent comes back refused: in the field if it is shown, else
 * where the field will find it.
 */
export function amendDraft(key: string, change: Change): void {
  const field = fields.get(key);
  if (field) field.amend(change);
  else writeDraft(key, change(readDraft(key)));
}

/**
 * Forgets what was sent or given up. Whoever left its form meanwhile and came back has the same words before him: they
 * go there too, so that nobody sends them twice, unless he wrote on. What was written of something that is there
 * already stays before him, for the new form began from what that was before.
 * @param own the field that had it
 */
export function dropDraft(key: string, own: DraftField | undefined, isDropped: (written: unknown) => boolean): void {
  const field = fields.get(key);
  if (field && (field === own || field.initial !== own?.initial)) writeDraft(key, undefined);
  else amendDraft(key, (written) => (isDropped(written) ? undefined : written));
}
