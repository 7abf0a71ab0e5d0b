import { documentName } from './document-keys.ts';
import type { ChangeText, PendingChange } from './pending-changes.ts';
import { type RefusalOfChange, type RefusedChange, unreadableCodes } from './refused-changes.ts';

/**
 * A change as it is stored. A release that changes this shape raises the version and adds a function to `upcasts`, since
 * changes of older releases may wait for days.
 */
export interface StoredChange extends PendingChange {
  readonly version: 2;
  /** Of the shape of `change`, which its feature defines. Omitted: 1. */
  readonly changeVersion?: number;
  /** Orders the changes of all tabs. Assigned by the database. */
  readonly sequence?: number;
  /** The query key of the document as one string. */
  readonly name: string;
  /** Set once the server has refused it: it is not sent again by itself. */
  readonly refusal?: RefusalOfChange;
}

/** Each converts a stored change of a version to the next one; the first one from version 1. */
const upcasts: readonly ((stored: object) => object)[] = [
  // Version 1 had no time and no text. Its key is a UUIDv7, which begins with the time.
  (stored) => ({ ...stored, at: Number.parseInt(text(stored, 'key').replace('-', '').slice(0, 12), 16) }),
];

const storedVersion = 2 satisfies StoredChange['version'];

/** What a feature knows about the shapes of its changes. */
export interface ChangeShapes {
  /** Each converts a change of a shape to the next one. Default: there has been one shape only. */
  readonly upcasts?: readonly ((change: unknown) => unknown)[];
  /** Describes a change that was stored without a text. */
  describe(document: readonly string[], change: unknown): ChangeText;
}

const changeVersionOf = ({ upcasts: ofChange = [] }: ChangeShapes): number => ofChange.length + 1;

export const toStoredChange = (pending: PendingChange, shapes: ChangeShapes): StoredChange => ({
  ...pending,
  version: storedVersion,
  changeVersion: changeVersionOf(shapes),
  name: documentName(pending.document),
});

/**
 * Reads a stored change of any release. One of a newer release, or a damaged one, is returned as refused, so that the user
 * sees it; what is stored stays as it is, for a release that can read it.
 */
export function readStored(stored: object, shapes: ChangeShapes): PendingChange | RefusedChange {
  try {
    const version = versionIn(stored, 'version');
    const changeVersion = versionIn(stored, 'changeVersion');
    if (version > storedVersion || changeVersion > changeVersionOf(shapes)) return unreadable(stored, 'newer');
    const upcast: object = upcasts.slice(version - 1).reduce((older, convert) => convert(older), stored);
    if (!isComplete(upcast)) return unreadable(stored, 'damaged');
    const { version: _, changeVersion: __, name: ___, ...pending } = upcast;
    const change = (shapes.upcasts ?? [])
      .slice(changeVersion - 1)
      .reduce((older, convert) => convert(older), pending.change);
    return { ...pending, change, text: pending.text ?? shapes.describe(pending.document, change) };
  } catch {
    return unreadable(stored, 'damaged');
  }
}

/** A stored change whose feature this release does not know. */
export const asUnknown = (stored: object): RefusedChange =>
  unreadable(stored, Array.isArray(value(stored, 'document')) ? 'newer' : 'damaged');

type Complete = Omit<StoredChange, 'text'> & { readonly text?: ChangeText };

const isComplete = (stored: object): stored is Complete =>
  text(stored, 'key') !== '' &&
  text(stored, 'by') !== '' &&
  Array.isArray(value(stored, 'document')) &&
  'change' in stored;

const reasons = {
  newer: 'It was made by a newer version of Potluck, which sends it. Update this one.',
  damaged: 'This browser has kept only a part of it.',
};

function unreadable(stored: object, why: keyof typeof unreadableCodes): RefusedChange {
  const sequence = value(stored, 'sequence');
  const key = text(stored, 'key') || `unreadable-${sequence}`;
  const at = Number(value(stored, 'at'));
  const document = value(stored, 'document');
  return {
    key,
    document: Array.isArray(document) ? document.map(String) : [],
    by: text(stored, 'by'),
    at: Number.isFinite(at) ? at : 0,
    change: undefined,
    text: textIn(stored) ?? { verb: 'A change', what: '' },
    ...(typeof sequence === 'number' && { sequence }),
    refusal: { code: unreadableCodes[why], reason: reasons[why], cause: key },
  };
}

function textIn(stored: object): ChangeText | undefined {
  const written = value(stored, 'text');
  if (typeof written !== 'object' || written === null) return undefined;
  const [verb, what, rest, place] = ['verb', 'what', 'rest', 'place'].map((name) => text(written, name));
  return verb ? { verb, what: what ?? '', rest: rest ?? '', ...(place && { place }) } : undefined;
}

/** @throws Error if it is no version */
function versionIn(stored: object, name: 'version' | 'changeVersion'): number {
  const version = value(stored, name) ?? 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw new Error(`No ${name}`);
  return version;
}

const value = (stored: object, name: string): unknown => Reflect.get(stored, name);

function text(stored: object, name: string): string {
  const found = value(stored, name);
  return typeof found === 'string' ? found : '';
}
