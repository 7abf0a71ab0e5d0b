import type { Quantity } from '../../../../server/core/contracts/quantities.ts';
import {
  formatFraction,
  nearestFraction,
  type ParsedAmount,
  parseAmounts,
  scaleAmount,
} from '../../../../server/core/contracts/scale-amount.ts';
import { pluralise } from '../../../../server/core/contracts/units.ts';
import { unitFor, unitIn } from './choose-unit.ts';
import { convertBetween, type KitchenUnit, kitchenUnit, type UnitSystem } from './unit-systems.ts';

/** How a user wants to read amounts. */
export interface Reading {
  /** In multiples of what the recipe states. */
  readonly factor: number;
  /** Undefined: as the recipe states them. */
  readonly system: UnitSystem | undefined;
}

/** A quantity as the user wants to read it. What has no number, or needs no change, stays as written. */
export function shownQuantity(written: Quantity, { factor, system }: Reading): Quantity {
  const parsed = parseAmounts(written.amount);
  if (!parsed) {
    // "2 x 400": only the count changes.
    const amount = factor === 1 ? undefined : scaleAmount(written.amount, written.unit, factor);
    return amount === undefined ? written : { ...written, amount };
  }
  const unit = kitchenUnit(written.unit);
  const isOfOther = unit !== undefined && system !== undefined && unit.system !== 'both' && unit.system !== system;
  if (isOfOther) return converted(written, parsed, factor, unit, unitIn(system, largestOf(parsed) * factor, unit));
  if (factor === 1) return written;
  if (!unit) return multiplied(written, parsed, factor);
  return converted(written, parsed, factor, unit, unitFor(largestOf(parsed) * factor, unit, system));
}

const largestOf = ({ numbers }: ParsedAmount): number => Math.max(...numbers);

function converted(
  written: Quantity,
  parsed: ParsedAmount,
  factor: number,
  from: KitchenUnit,
  to: KitchenUnit,
): Quantity {
  if (from.id === to.id && from.system !== 'metric') return multiplied(written, parsed, factor);
  const isApproximate = from.system !== to.system;
  const numbers = parsed.numbers.map((number) => {
    const count = convertBetween(number * factor, from, to);
    if (to.system !== 'metric') return formatFraction(count);
    return formatDecimals(isApproximate ? kitchenRound(count) : rounded(count), parsed.hasComma);
  });
  const unit = from.id === to.id ? written.unit : unitText(to, convertBetween(largestOf(parsed) * factor, from, to));
  return { amount: join(numbers, parsed.separator), unit };
}

function multiplied({ unit }: Quantity, parsed: ParsedAmount, factor: number): Quantity {
  const format = parsed.hasComma
    ? (number: number) => formatDecimals(rounded(number), true)
    : (number: number) => (number < 100 ? formatFraction(number) : String(rounded(number)));
  const numbers = parsed.numbers.map((number) => format(number * factor));
  return {
    amount: join(numbers, parsed.separator),
    unit: pluralise(unit, nearestFraction(largestOf(parsed) * factor)),
  };
}

/** "1-1 1/3" that became equal is one amount. */
const join = (numbers: readonly string[], separator: string): string => [...new Set(numbers)].join(separator);

const unitText = ({ id, short }: KitchenUnit, count: number): string =>
  id === 'cup' ? pluralise('cup', nearestFraction(count)) : short;

/** At most two decimals, and three digits. */
const rounded = (number: number): number => Number(number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0));

/** Steps of a kitchen scale or a jug: an ounce is 28 g, but a pound is 450 g. */
function kitchenRound(number: number): number {
  if (number < 10) return Math.max(0.5, Math.round(number * 20) / 20);
  if (number < 50) return Math.round(number);
  return number < 250 ? Math.round(number / 5) * 5 : Math.round(number / 10) * 10;
}

const formatDecimals = (number: number, hasComma: boolean): string =>
  hasComma ? String(number).replace('.', ',') : String(number);
