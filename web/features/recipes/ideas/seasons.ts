/** Vegetables and fruit of each month from January in temperate latitudes of the north, where most is grown outdoors. */
const months: readonly (readonly string[])[] = [
  ['leek', 'kale', 'orange'],
  ['leek', 'kale', 'cabbage'],
  ['leek', 'spinach', 'spring onion'],
  ['rhubarb', 'spinach', 'radish'],
  ['asparagus', 'rhubarb', 'radish'],
  ['strawberry', 'peas', 'cherry'],
  ['tomato', 'cucumber', 'blueberry'],
  ['tomato', 'zucchini', 'corn'],
  ['plum', 'mushroom', 'corn'],
  ['pumpkin', 'mushroom', 'apple'],
  ['pumpkin', 'cabbage', 'pear'],
  ['cabbage', 'kale', 'orange'],
];

const southern =
  /^(?:Australia|Antarctica)\/|^Pacific\/Auckland|^Africa\/(?:Johannesburg|Maputo|Harare|Windhoek|Gaborone)|^America\/(?:Sao_Paulo|Argentina|Buenos_Aires|Santiago|Montevideo|Asuncion)/;

/** What is in season, another each day. @param timeZone of the reader, such as Europe/Vienna */
export function inSeason(date: Date, timeZone: string): string {
  const month = (date.getMonth() + (southern.test(timeZone) ? 6 : 0)) % 12;
  const names = months[month] ?? [];
  return names[date.getDate() % names.length] ?? '';
}
