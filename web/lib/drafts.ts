import { currentUid, onSignOut, onUserChange } from './identity/session.ts';

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

/** Who the drafts are of; nothing for a visitor. */
const ownerKey = 'potluck.draft-owner';
/** The drafts of a user who is no longer signed in: no field finds them. */
const asideKey = 'potluck.drafts-aside';

// Who signs out here may leave the browser to others. A session that ended otherwise may go on with the same user.
onSignOut(forgetAll);
onUserChange(settle);
settle(currentUid());

/** From here on drafts are of this user: they get back what they wrote, and never see what another one wrote. */
function settle(uid: string | null): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    if (owner === uid) return;
    if (owner !== null) setAside(owner);
    if (uid === null) {
      sessionStorage.removeItem(ownerKey);
    } else {
      sessionStorage.setItem(ownerKey, uid);
      giveBack(uid);
    }
  } catch {
    // As above.
  }
}

function draftKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
}

function setAside(owner: string): void {
  const drafts = draftKeys().map((key) => [key, sessionStorage.getItem(key)]);
  for (const key of draftKeys()) sessionStorage.removeItem(key);
  if (drafts.length > 0) sessionStorage.setItem(asideKey, JSON.stringify({ owner, drafts }));
}

/** What a visitor wrote meanwhile stays. */
function giveBack(uid: string): void {
  const aside: { owner?: unknown; drafts?: [string, string][] } = JSON.parse(sessionStorage.getItem(asideKey) ?? '{}');
  sessionStorage.removeItem(asideKey);
  if (aside.owner !== uid) return;
  for (const [key, json] of aside.drafts ?? []) {
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, json);
  }
}

function forgetAll(): void {
  try {
    for (const key of [...draftKeys(), asideKey]) sessionStorage.removeItem(key);
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
