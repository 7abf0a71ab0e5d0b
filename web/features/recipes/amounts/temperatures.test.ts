import { expect, test } from 'vitest';
import { withTemperatures } from './temperatures.ts';

test.each([
  ['Bake at 180 °C for 20 minutes.', 'us', 'Bake at 180 °C (350 °F) for 20 minutes.'],
  ['Bake at 175 °C, then 5 minutes more.', 'us', 'Bake at 175 °C (350 °F), then 5 minutes more.'],
  ['Heat the oven to 200C.', 'us', 'Heat the oven to 200C (400 °F).'],
  ['Bake at 180–200 °C.', 'us', 'Bake at 180–200 °C (350-400 °F).'],
  ['Keep them warm at 90 °C.', 'us', 'Keep them warm at 90 °C (195 °F).'],
  ['Preheat to 350°F', 'metric', 'Preheat to 350°F (175 °C)'],
  ['Preheat to 425 degrees Fahrenheit', 'metric', 'Preheat to 425 degrees Fahrenheit (220 °C)'],
  ['until it has 145 °F inside', 'metric', 'until it has 145 °F (63 °C) inside'],
] as const)('"%s" for %s units is "%s"', (text, system, shown) => {
  expect(withTemperatures(text, system)).toBe(shown);
});

test.each([
  ['Bake at 180 °C.', 'metric'],
  ['Bake at 350 °F.', 'us'],
  ['Bake at 350 °F.', undefined],
  ['Bake at 350 °F (180 °C).', 'metric'],
  ['Bake at 350 °F/180 °C.', 'metric'],
  ['Bake at 180°C (350°F).', 'metric'],
  ['Bake at 180°C/350°F.', 'metric'],
  ['Bake at 350°F (175°C).', 'us'],
  ['Bake at 180 degrees Celsius (350 degrees Fahrenheit).', 'metric'],
  ['Bake at 180–200 °C (350–400 °F).', 'us'],
  ['Bake at 180 °C or 350 °F.', 'us'],
  ['Add 2 C flour, 12 cl of wine, 100 Crackers and vitamin 100CX.', 'us'],
] as const)('"%s" stays as it is for %s units', (text, system) => {
  expect(withTemperatures(text, system)).toBe(text);
});
