import { currentUid, onSignOut, onUserChange } from './identity/session.ts';
import { countKeptDrafts } from './kept-draft-keys.ts';

const prefix = 'potluck.draft.';

export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null; // Storage is blocked: the text lasts as long as its field.
  }
}

export function writeDraft(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Storage is blocked.
  }
}

/** The uid of the drafts' author; absent for a visitor. */
const ownerKey = 'potluck.draft-owner';
/** Drafts of a user who is no longer signed in. No field reads them. */
const asideKey = 'potluck.drafts-aside';

/** Those on the screen, by the keys of their drafts. */
const fields = new Map<string, DraftField>();

// After a sign-out here, others may use the browser. A session that ended otherwise may continue with the same user.
onSignOut(deleteAll);
onUserChange(switchOwner);
switchOwner(currentUid());

/**
 * Makes this user the author of drafts: restores what they wrote, and hides what another user wrote, also in the fields of a
 * screen that stays.
 */
function switchOwner(uid: string | null): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    if (owner === uid) return;
    if (owner !== null) setAside(owner);
    if (uid === null) {
      sessionStorage.removeItem(ownerKey);
    } else {
      sessionStorage.setItem(ownerKey, uid);
      restore(uid);
    }
    for (const [key, field] of fields) {
      const written = readDraft(key) ?? undefined;
      field.amend(() => written);
    }
  } catch {
    // Storage is blocked.
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

function readAside(): { owner?: unknown; drafts?: [string, string][] } {
  return JSON.parse(sessionStorage.getItem(asideKey) ?? '{}');
}

/** Restores the drafts of this user, except where a visitor has written another one meanwhile. */
function restore(uid: string): void {
  const aside = readAside();
  sessionStorage.removeItem(asideKey);
  if (aside.owner !== uid) return;
  for (const [key, json] of aside.drafts ?? []) {
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, json);
  }
}

function deleteAll(): void {
  try {
    for (const key of draftKeys()) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

/** What forms choose for their user, or number themselves. */
const notWritten = new Set(['type', 'difficulty', 'revision']);

/** Whether a person has written something of it. */
function isWritten(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => !notWritten.has(name) && isWritten(part));
}

/** The draft of the form that stores this key: the photos of a comment, and the text to import, are parts of another draft. */
const draftOf = (key: string): string =>
  key.replace(/^comment-photos\./, 'comment.').replace(/^recipe\.import$/, 'recipe.new');

/** How many drafts of the current user would be deleted by a sign-out: kept ones, and those that are in this tab only. */
export function countDrafts(): number {
  const inTab = new Set<string>();
  const kept = new Set<string>();
  try {
    for (const key of draftKeys().map((stored) => stored.slice(prefix.length))) {
      const value = readDraft(key);
      // Its text is where kept drafts are, or was published or deleted in another tab.
      if (typeof value === 'object' && value !== null && 'draftId' in value) kept.add(key);
      else if (!key.startsWith('form-key.') && isWritten(value)) inTab.add(draftOf(key));
    }
  } catch {
    // Storage is blocked.
  }
  return countKeptDrafts() + [...inTab].filter((key) => !kept.has(key)).length;
}

/** Drafts by their keys. */
type Drafts = ReadonlyMap<string, unknown>;

/** All drafts; undefined if drafts are not stored. */
export function rememberDrafts(): Drafts | undefined {
  try {
    const keys = draftKeys().map((stored) => stored.slice(prefix.length));
    return new Map(keys.map((key) => [key, readDraft(key)] as const));
  } catch {
    return undefined; // Storage is blocked.
  }
}

/** Those of the remembered drafts that were deleted since. */
export const deletedDrafts = (remembered: Drafts): Drafts =>
  new Map([...remembered].filter(([key]) => readDraft(key) === null));

/** Restores drafts, also in the fields on the screen. Returns what was written in their place. */
export function restoreDrafts(drafts: Drafts): Drafts {
  const replaced = new Map(
    [...drafts.keys()].map((key) => [key, readDraft(key)] as const).filter(([, written]) => written !== null),
  );
  for (const [key, draft] of drafts) {
    // The field that deleted it stores it no more.
    writeDraft(key, draft);
    amendDraft(key, () => draft);
  }
  return replaced;
}

/** Maps the current draft, null for none, to the new one, undefined for none. */
type Change = (written: unknown) => unknown;

/** A draft that is shown on the screen. */
export interface DraftField {
  /** The value that the field started from. */
  readonly initial: unknown;
  readonly amend: (change: Change) => void;
}

export const fieldOf = <T>(
  initial: T,
  parse: (stored: unknown) => T | undefined,
  set: (change: (current: T) => T) => void,
): DraftField => ({
  initial,
  amend: (change) =>
    set((current) => {
      const changed = change(current);
      return changed === undefined ? initial : (parse(changed) ?? current);
    }),
});

/** Registers a field while it is shown. Returns a function that unregisters it. */
export function showField(key: string, field: DraftField): () => void {
  fields.set(key, field);
  return () => {
    if (fields.get(key) === field) fields.delete(key);
  };
}

/** Whether a field on the screen shows this draft. */
export const isFieldShown = (key: string): boolean => fields.has(key);

/**
 * Changes a draft from outside its field, for example when the server refuses a sent text: in the field if it is shown,
 * otherwise in storage.
 */
export function amendDraft(key: string, change: Change): void {
  const field = fields.get(key);
  if (field) field.amend(change);
  else writeDraft(key, change(readDraft(key)));
}

/** Changes a draft of a user who is leaving, whether their drafts are set aside already or not yet. */
export function amendDraftOfLeaving(uid: string, key: string, change: Change): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    if (owner === uid) writeDraft(key, change(readDraft(key)));
    // Another user's drafts have replaced theirs.
    if (owner !== null) return;
    const aside = readAside();
    const drafts = new Map(aside.owner === uid ? aside.drafts : []);
    const written: unknown = JSON.parse(drafts.get(prefix + key) ?? 'null');
    drafts.set(prefix + key, JSON.stringify(change(written)));
    sessionStorage.setItem(asideKey, JSON.stringify({ owner: uid, drafts: [...drafts] }));
  } catch {
    // Storage is blocked.
  }
}

/**
 * Deletes a draft that was sent or discarded. If the user has left its form and come back, the reopened field shows the
 * same text: it is cleared there too, so that they do not send it twice, unless they have edited it. The text of an edit
 * form stays in the field, because the reopened form started from the values before the change.
 * @param own the field that sent or discarded the draft
 */
export function dropDraft(key: string, own: DraftField | undefined, isDropped: (written: unknown) => boolean): void {
  const field = fields.get(key);
  if (field && (field === own || field.initial !== own?.initial)) writeDraft(key, undefined);
  else amendDraft(key, (written) => (isDropped(written) ? undefined : written));
}
