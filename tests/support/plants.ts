/** Single random changes of a read model, as no event causes them. */
import type { Item, ItemValue, Part } from '../../projections/read-models/contents.ts';
import type { ReadModel, Write } from '../../projections/read-models/read-model-store.ts';
import type { Difference } from '../../projections/verify/difference.ts';

export interface Plant {
  readonly kind: string;
  readonly plant: Write;
  /** Undoes it. */
  readonly heal: Write;
  /** What a verification must report, and nothing else. */
  readonly expected: Difference;
}

interface Place extends Item {
  readonly part: Part;
}

export async function placesOf({ contents }: Pick<ReadModel, 'contents'>): Promise<Place[]> {
  const places: Place[] = [];
  for await (const parts of contents.parts()) {
    for (const part of parts) {
      for await (const { found } of contents.scan(part)) places.push(...found.map((item) => ({ part, ...item })));
    }
  }
  return places;
}

/** @param random as `randomNumbers` */
export function choosePlant(places: readonly Place[], random: (below: number) => number): Plant {
  const wantsEntry = random(2) === 0;
  const candidates = places.filter(({ part }) => (part.kind === 'index') === wantsEntry);
  const place = candidates[random(candidates.length)];
  if (place === undefined) throw new Error('The model is empty');
  return wantsEntry ? entryPlant(place, random(4)) : documentPlant(place, random(4));
}

function documentPlant({ part: { name: collection }, key: id, value: stored }: Place, choice: number): Plant {
  if (typeof stored === 'number') throw new Error('unreachable');
  const { position } = stored;
  const value: Record<string, unknown> = JSON.parse(stored.json);
  const put = (as: { id?: string; value?: object; position?: bigint } = {}): Write => ({
    kind: 'put',
    collection,
    id,
    value,
    position,
    ...as,
  });
  const difference = { kind: 'document', collection, id } as const;
  const whole = { position: String(position), document: value };
  switch (choice) {
    case 0:
      return {
        kind: 'removed document',
        plant: { kind: 'remove', collection, id },
        heal: put(),
        expected: { ...difference, expected: whole, actual: undefined },
      };
    case 1:
      return {
        kind: 'added document',
        plant: put({ id: `${id}?` }),
        heal: { kind: 'remove', collection, id: `${id}?` },
        expected: { ...difference, id: `${id}?`, expected: undefined, actual: whole },
      };
    case 2:
      return {
        kind: 'wrong position',
        plant: put({ position: position + 1n }),
        heal: put(),
        expected: { ...difference, expected: { position: `${position}` }, actual: { position: `${position + 1n}` } },
      };
    default: {
      const field = Object.keys(value).at(-1) ?? '';
      const changed = { ...value, [field]: 'planted' };
      return {
        kind: 'changed field',
        plant: put({ value: changed }),
        heal: put(),
        expected: {
          ...difference,
          expected: { document: { [field]: value[field] } },
          actual: { document: { [field]: 'planted' } },
        },
      };
    }
  }
}

function entryPlant({ part: { name: index }, key: member, value }: Place, choice: number): Plant {
  const score = scoreOf(value);
  const entry = (as: { index?: string; member?: string; score?: number } = {}): Write => ({
    kind: 'index',
    index,
    member,
    score,
    ...as,
  });
  const difference = { kind: 'entry', index, member } as const;
  switch (choice) {
    case 0:
      return {
        kind: 'missing entry',
        plant: { kind: 'unindex', index, member },
        heal: entry(),
        expected: { ...difference, expected: score, actual: undefined },
      };
    case 1:
      return {
        kind: 'added entry',
        plant: entry({ member: 'mallory' }),
        heal: { kind: 'unindex', index, member: 'mallory' },
        expected: { ...difference, member: 'mallory', expected: undefined, actual: score },
      };
    case 2:
      return {
        kind: 'entry in an index that should not exist',
        plant: entry({ index: `${index}?` }),
        heal: { kind: 'dropIndex', index: `${index}?` },
        expected: { ...difference, index: `${index}?`, expected: undefined, actual: score },
      };
    default:
      return {
        kind: 'moved entry',
        plant: entry({ score: score - 1 }),
        heal: entry(),
        expected: { ...difference, expected: score, actual: score - 1 },
      };
  }
}

function scoreOf(value: ItemValue): number {
  if (typeof value !== 'number') throw new Error('unreachable');
  return value;
}
