import { convert, unitOf } from '../../../../server/core/contracts/units.ts';

export type UnitSystem = 'metric' | 'us';

/** A cup of flour and one of sugar differ in weight: volumes and weights are not converted into each other. */
export type Kind = 'volume' | 'weight';

/** A unit in which a cook measures. */
export interface KitchenUnit {
  readonly id: string;
  readonly short: string;
  readonly kind: Kind;
  /** Spoons belong to both systems. */
  readonly system: UnitSystem | 'both';
}

/** Of each kind and system, the largest first. */
const kitchenUnits: readonly KitchenUnit[] = [
  { id: 'liter', short: 'l', kind: 'volume', system: 'metric' },
  { id: 'deciliter', short: 'dl', kind: 'volume', system: 'metric' },
  { id: 'centiliter', short: 'cl', kind: 'volume', system: 'metric' },
  { id: 'milliliter', short: 'ml', kind: 'volume', system: 'metric' },
  { id: 'gallon', short: 'gal', kind: 'volume', system: 'us' },
  { id: 'quart', short: 'qt', kind: 'volume', system: 'us' },
  { id: 'pint', short: 'pt', kind: 'volume', system: 'us' },
  { id: 'cup', short: 'cup', kind: 'volume', system: 'us' },
  { id: 'fluid ounce', short: 'fl oz', kind: 'volume', system: 'us' },
  { id: 'tablespoon', short: 'tbsp', kind: 'volume', system: 'both' },
  { id: 'teaspoon', short: 'tsp', kind: 'volume', system: 'both' },
  { id: 'kilogram', short: 'kg', kind: 'weight', system: 'metric' },
  { id: 'gram', short: 'g', kind: 'weight', system: 'metric' },
  { id: 'milligram', short: 'mg', kind: 'weight', system: 'metric' },
  { id: 'pound', short: 'lb', kind: 'weight', system: 'us' },
  { id: 'ounce', short: 'oz', kind: 'weight', system: 'us' },
];

/** Not in the library of units, and common in French and Italian recipes. */
const centiliter = /^(?:cl|centilit(?:er|re)s?)\.?$/i;

/** The unit that was written, if it is one of volume or weight. */
export function kitchenUnit(written: string): KitchenUnit | undefined {
  const id = centiliter.test(written) ? 'centiliter' : unitOf(written.trim());
  return kitchenUnits.find((unit) => unit.id === id);
}

export function unitNamed(id: string): KitchenUnit {
  const unit = kitchenUnits.find((each) => each.id === id);
  if (!unit) throw new Error(`No unit of the kitchen: ${id}`);
  return unit;
}

/** Converts between units of one kind. A cup is that of the United States, 236.6 ml. */
export function convertBetween(number: number, from: KitchenUnit, to: KitchenUnit): number {
  if (from.id === to.id) return number;
  if (from.id === 'centiliter') return convertBetween(number * 10, unitNamed('milliliter'), to);
  return convert(number, from.id, to.id) ?? number;
}
