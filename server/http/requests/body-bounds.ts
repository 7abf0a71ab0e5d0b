import type { TSchema } from 'typebox';

/** How large a body of a call can be. Whatever is beyond is refused before it is parsed. */
export interface BodyBounds {
  readonly bytes: number;
  /** Levels of nested arrays and objects. */
  readonly depth: number;
  /** Texts, numbers, arrays, objects and whatever else a body consists of. */
  readonly values: number;
}

/** Of calls without a contract for a body: some clients send an empty object all the same. */
export const leastBounds: BodyBounds = { bytes: 4 * 1024, depth: 8, values: 200 };

const mostBytes = 1024 * 1024;
/** V8 takes a microsecond for each of a body's values, and the loop stands still for it. */
const mostValues = 8_000;

/** Longer texts are data in base64, which needs no escapes but those of its slashes. */
const longestWritten = 50_000;

/** A character outside the basic plane takes this many bytes, as `\ud83c\udf72` in JSON and as `%F0%9F%8D%B2` in a form. */
const bytesPerCharacter = 12;
/** For names, punctuation and indentation around a value. */
const bytesPerValue = 64;
/** Of ids: their patterns bound their length. */
const defaultMaxLength = 128;

/** An object that ignores unknown fields may come with those of a whole recipe, as the original client sends it. */
const ignoredFields: BodyBounds = { bytes: 16 * 1024, depth: 3, values: 120 };

/**
 * The bounds that follow from the limits of a contract, however its texts are escaped. With room to spare for values and
 * levels, so that one item too many is refused by the contract, which says what is wrong.
 */
export function boundsOf(contract: TSchema | undefined): BodyBounds {
  if (contract === undefined) return leastBounds;
  const { bytes, depth, values } = largest(contract);
  const kibibytes = Math.ceil((bytes + values * bytesPerValue) / 1024);
  return {
    bytes: Math.min(mostBytes, Math.max(leastBounds.bytes, kibibytes * 1024)),
    depth: depth + leastBounds.depth,
    values: Math.min(mostValues, 2 * values + leastBounds.values),
  };
}

const one = (bytes: number): BodyBounds => ({ bytes, depth: 0, values: 1 });

const sum = (all: readonly BodyBounds[]): BodyBounds => ({
  bytes: all.reduce((total, { bytes }) => total + bytes, 0),
  depth: Math.max(0, ...all.map(({ depth }) => depth)),
  values: all.reduce((total, { values }) => total + values, 0),
});

const nested = ({ bytes, depth, values }: BodyBounds): BodyBounds => ({ bytes, depth: depth + 1, values: values + 1 });

/** The parts of JSON Schema that contracts are made of. */
interface Contract {
  readonly type?: string;
  readonly maxLength?: number;
  readonly anyOf?: readonly Contract[];
  readonly properties?: Readonly<Record<string, Contract>>;
  readonly additionalProperties?: unknown;
  readonly items?: Contract;
  readonly maxItems?: number;
}

/** @throws Error for an array without a limit */
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
      const named = Object.values(properties).map(largest);
      return nested(sum(contract.additionalProperties === false ? named : [...named, ignoredFields]));
    }
    case 'array': {
      if (!items || maxItems === undefined) throw new Error('An array of a body needs maxItems');
      const { bytes, depth, values } = largest(items);
      return nested({ bytes: maxItems * bytes, depth, values: maxItems * values });
    }
    default:
      return one(maxLength * (maxLength > longestWritten ? 2 : bytesPerCharacter));
  }
}
