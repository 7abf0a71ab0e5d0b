import type { TSchema } from 'typebox';

/** The upper bounds of a request body. A larger one is refused before it is parsed. */
export interface BodyBounds {
  readonly bytes: number;
  /** Levels of nested arrays and objects. */
  readonly depth: number;
  /** JSON values of any kind, and names of object members. */
  readonly values: number;
}

/** For requests without a body schema: some clients send an empty object. */
export const minBounds: BodyBounds = { bytes: 4 * 1024, depth: 8, values: 200 };

const maxBytes = 1024 * 1024;
/** Parsing takes V8 a microsecond for each value, and blocks the event loop. */
const maxValues = 8_000;

/** Longer strings are base64 data, in which only slashes are escaped. */
const maxProseLength = 50_000;

/** The longest encoding of a character, here of 🍲: `\ud83c\udf72` in JSON, `%F0%9F%8D%B2` in a form. */
const bytesPerCharacter = 12;
/** For names, punctuation and indentation around a value. */
const bytesPerValue = 64;
/** For values without `maxLength`: ids, whose pattern bounds them, numbers, booleans and literals. */
const defaultMaxLength = 128;

/**
 * An object that ignores unknown fields may have those of a whole recipe: a slot of a meal plan is one (statement 3.8.3
 * of `tests/specification`).
 */
const ignoredFields: BodyBounds = { bytes: 16 * 1024, depth: 3, values: 120 };

/**
 * Derives the bounds from the limits of a contract, for any escaping of its strings. They leave a margin for values and
 * levels, so that one item too many is refused by the contract with a specific message.
 */
export function boundsOf(contract: TSchema | undefined): BodyBounds {
  if (contract === undefined) return minBounds;
  const { bytes, depth, values } = largest(contract);
  const kibibytes = Math.ceil((bytes + values * bytesPerValue) / 1024);
  return {
    bytes: Math.min(maxBytes, Math.max(minBounds.bytes, kibibytes * 1024)),
    depth: depth + minBounds.depth,
    values: Math.min(maxValues, 2 * values + minBounds.values),
  };
}

const scalar = (bytes: number): BodyBounds => ({ bytes, depth: 0, values: 1 });

const siblings = (all: readonly BodyBounds[]): BodyBounds => ({
  bytes: all.reduce((total, { bytes }) => total + bytes, 0),
  depth: Math.max(0, ...all.map(({ depth }) => depth)),
  values: all.reduce((total, { values }) => total + values, 0),
});

const nested = ({ bytes, depth, values }: BodyBounds): BodyBounds => ({ bytes, depth: depth + 1, values: values + 1 });

/** The parts of JSON Schema that contracts use. */
interface Contract {
  readonly type?: string;
  readonly maxLength?: number;
  readonly anyOf?: readonly Contract[];
  readonly properties?: Readonly<Record<string, Contract>>;
  readonly additionalProperties?: unknown;
  readonly items?: Contract;
  readonly maxItems?: number;
}

/** @throws Error for an array without maxItems */
function largest(contract: Contract): BodyBounds {
  const { anyOf, type, maxLength = defaultMaxLength, properties = {}, items, maxItems } = contract;
  if (anyOf) {
    const bounds = anyOf.map(largest);
    return {
      bytes: Math.max(...bounds.map(({ bytes }) => bytes)),
      depth: Math.max(...bounds.map(({ depth }) => depth)),
      values: Math.max(...bounds.map(({ values }) => values)),
    };
  }
  switch (type) {
    case 'object': {
      const fields = Object.values(properties).map(largest);
      return nested(siblings(contract.additionalProperties === false ? fields : [...fields, ignoredFields]));
    }
    case 'array': {
      if (!items || maxItems === undefined) throw new Error('An array in a body needs maxItems');
      const { bytes, depth, values } = largest(items);
      return nested({ bytes: maxItems * bytes, depth, values: maxItems * values });
    }
    default:
      return scalar(maxLength * (maxLength > maxProseLength ? 2 : bytesPerCharacter));
  }
}
