/** Units of measure, as people write them in recipes. */
import { convertUnit, unitsOfMeasure } from 'parse-ingredient';

/** British and French spellings, which the library does not know. */
const spellings: Record<string, string> = {
  litre: 'liter',
  litres: 'liter',
  millilitre: 'milliliter',
  millilitres: 'milliliter',
  decilitre: 'deciliter',
  decilitres: 'deciliter',
  gramme: 'gram',
  grammes: 'gram',
  kilo: 'kilogram',
  kilos: 'kilogram',
};

const units = new Map(
  Object.entries(unitsOfMeasure).flatMap(([id, { short, plural, alternates = [] }]) =>
    [id, short, plural, ...alternates].map((written): [string, string] => [written, id]),
  ),
);

/** The id of a unit, or an unknown unit itself. Tries the exact spelling first: "T" is a tablespoon, "t" a teaspoon. */
export function unitOf(written: string): string {
  const lower = written.toLowerCase();
  return units.get(written) ?? units.get(lower) ?? spellings[lower] ?? lower;
}

/** Converts between units: cups and spoons are those of the United States. Returns undefined if they measure different things. */
export function convert(count: number, from: string, to: string): number | undefined {
  if (unitOf(from) === unitOf(to)) return count;
  return convertUnit(count, unitOf(from), unitOf(to)) ?? undefined;
}

/** "1 clove", "3 cloves". Abbreviations have no plural. */
export function pluralise(written: string, count: number): string {
  const id = unitOf(written);
  const plural = unitsOfMeasure[id]?.plural;
  const isWord = written.toLowerCase() === id || written.toLowerCase() === plural;
  return isWord && plural !== undefined ? (count > 1 ? plural : id) : written;
}
