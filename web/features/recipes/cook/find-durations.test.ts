import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDurations, haveDurations } from './find-durations.ts';

const found = (text: string) => findDurations(text).map(({ start, end, seconds }) => [text.slice(start, end), seconds]);

test.each([
  ['Boil the eggs for 6½ minutes.', '6½ minutes', 390],
  ['Boil the eggs for 6 1/2 minutes.', '6 1/2 minutes', 390],
  ['Bake 1-1/2 hours', '1-1/2 hours', 5_400],
  ['Bake 2-1/2 to 3 hours', '2-1/2 to 3 hours', 9_000],
  ['Let it rise 1 and 1/2 hours', '1 and 1/2 hours', 5_400],
  ['Simmer for 10-12 min, then rest.', '10-12 min', 600],
  ['Simmer 10 – 12 minutes.', '10 – 12 minutes', 600],
  ['Sear for 2 to 3 minutes.', '2 to 3 minutes', 120],
  ['Fry one or two minutes.', 'one or two minutes', 60],
  ['Roast for 1 hour 30 minutes.', '1 hour 30 minutes', 5_400],
  ['Roast for 1 hour and 30 minutes.', '1 hour and 30 minutes', 5_400],
  ['Bake 1 h 15 min 30 s.', '1 h 15 min 30 s', 4_530],
  ['Bake 1h30min.', '1h30min', 5_400],
  ['Chill for an hour.', 'an hour', 3_600],
  ['Chill for an hour and a half.', 'an hour and a half', 5_400],
  ['Chill for 1.5 hours', '1.5 hours', 5_400],
  ['Chill for one and a half hours', 'one and a half hours', 5_400],
  ['Chill half an hour.', 'half an hour', 1_800],
  ['Blanch for 30 seconds.', '30 seconds', 30],
  ['After a 20-minute rest', '20-minute', 1_200],
  ['Rest it for forty-five minutes.', 'forty-five minutes', 2_700],
  ['Bake ½ hour', '½ hour', 1_800],
  ['10 Minuten köcheln', '10 Minuten', 600],
  ['1 Std. backen', '1 Std', 3_600],
  ['Cuire 1 heure', '1 heure', 3_600],
  ['Hornear 25 minutos', '25 minutos', 1_500],
  ['Cuocere 8 minuti', '8 minuti', 480],
  ['Cool it for 3 hours before cutting.', '3 hours', 10_800],
  ['弱火で10分煮る', '10分', 600],
  ['炖2小时', '2小时', 7_200],
])('in "%s" finds %s', (text, written, seconds) => {
  expect(found(text)).toEqual([[written, seconds]]);
});

test('finds several in one step', () => {
  expect(
    found('Blanch the spinach for 30 seconds and the sprouts for 2 minutes; rest for 1 hour, 5 minutes each.'),
  ).toEqual([
    ['30 seconds', 30],
    ['2 minutes', 120],
    ['1 hour, 5 minutes', 3_900],
  ]);
});

test.each([
  'Cook the noodles as the packet says, one minute short.',
  'Take it out 5 minutes before serving.',
  'Stir every 10 minutes.',
  'Add 200 ml of water and 2 tablespoons of mirin.',
  'Rest for 2 days.',
  'Bake at 180 °C until golden, 250 m above the sea.',
  'A minutely chopped onion, 3 minced cloves, 2 horseradishes.',
  'Put 16 to 18 pleats in each of 32 rounds of 9 cm.',
  'Leave it for 100 hours.',
  'Use 5 s-shaped hooks',
])('finds nothing in "%s"', (text) => {
  expect(found(text)).toEqual([]);
});

test('finds each number of minutes in any text, at its place', () => {
  const lengths = new Set<number>();
  const texts = fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' });
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 1, max: 240 }), (before, after, minutes) => {
      lengths.add(Math.floor(before.length / 50));
      const text = `${before}. Wait ${minutes} minutes! ${after}`;
      const place = before.length + '. Wait '.length;
      expect(findDurations(text)).toContainEqual({
        start: place,
        end: place + `${minutes} minutes`.length,
        seconds: minutes * 60,
      });
      for (const { start, end } of findDurations(text)) expect(start).toBeLessThan(end);
    }),
  );
  expect(lengths.size).toBeGreaterThan(3);
});

test('knows whether a recipe has durations', () => {
  expect(haveDurations(['Mix.', 'Bake for an hour.'])).toBe(true);
  expect(haveDurations(['Mix.', 'Bake.'])).toBe(false);
});
