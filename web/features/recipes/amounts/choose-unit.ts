import { nearestFraction } from '../../../../server/core/contracts/scale-amount.ts';
import { convertBetween, type KitchenUnit, type UnitSystem, unitNamed } from './unit-systems.ts';

/** A unit with the numbers that read well in it: at least `from`, and less than `below`. */
interface Step {
  readonly unit: KitchenUnit;
  readonly from: number;
  readonly below: number;
}

const step = (id: string, from: number, below: number): Step => ({ unit: unitNamed(id), from, below });
const { POSITIVE_INFINITY: infinity } = Number;

/** The first in which the amount can be measured exactly enough is taken. Small weights stay grams, which US scales show. */
const metric: Readonly<Record<KitchenUnit['kind'], readonly Step[]>> = {
  volume: [step('liter', 1, infinity), step('milliliter', 0, 1_000)],
  weight: [step('kilogram', 1, infinity), step('gram', 0, 1_000)],
};
const american: Readonly<Record<KitchenUnit['kind'], readonly Step[]>> = {
  volume: [step('cup', 1 / 4, infinity), step('tablespoon', 1, 12), step('teaspoon', 0, 3)],
  weight: [step('pound', 1, infinity), step('ounce', 1, infinity), step('gram', 0, 29)],
};
const spoons = [step('tablespoon', 1, infinity), step('teaspoon', 0, 3)];
/** What is rounded to a fraction may be a little less than a unit: 450 g are 1 lb. */
const tolerance = 0.031;

/** What is measured with a balance or a jug needs no fractions. */
const isMetric = ({ system }: KitchenUnit): boolean => system === 'metric';

/** Whether a fraction comes close: 5/12 of a cup does not, and is 6 2/3 tablespoons. */
const isMeasurable = (number: number, unit: KitchenUnit): boolean =>
  isMetric(unit) || Math.abs(nearestFraction(number) - number) <= tolerance * number;

/** The unit of `system` for an amount that was written in another system. */
export function unitIn(system: UnitSystem, number: number, written: KitchenUnit): KitchenUnit {
  return bestOf((system === 'metric' ? metric : american)[written.kind], number, written) ?? written;
}

/** The unit for an amount that was multiplied: the written one, if the amount still reads well in it. */
export function unitFor(number: number, written: KitchenUnit, system: UnitSystem | undefined): KitchenUnit {
  if (readsWell(number, written, system)) return written;
  if (written.system === 'both' && system !== 'us') return bestOf(spoons, number, written) ?? written;
  return unitIn(isMetric(written) ? 'metric' : 'us', number, written);
}

function readsWell(number: number, unit: KitchenUnit, system: UnitSystem | undefined): boolean {
  switch (unit.id) {
    case 'liter':
    case 'kilogram':
      return number >= 1 || Number.isInteger(number * 4);
    case 'milliliter':
    case 'gram':
      return number < 1_000;
    case 'teaspoon':
      return number < 6 && isMeasurable(number, unit);
    case 'tablespoon':
      return isMeasurable(number, unit) && (system !== 'us' || number < 16);
    case 'ounce':
      return number < 16 && isMeasurable(number, unit);
    default:
      return isMeasurable(number, unit);
  }
}

function bestOf(steps: readonly Step[], number: number, written: KitchenUnit): KitchenUnit | undefined {
  const fitting = steps.filter(({ unit, from, below }) => {
    const converted = convertBetween(number, written, unit);
    return converted >= from * (1 - tolerance) && converted < below * (1 - tolerance);
  });
  const measurable = fitting.find(({ unit }) => isMeasurable(convertBetween(number, written, unit), unit));
  return (measurable ?? fitting[0])?.unit;
}
