import { expect, test, vi } from 'vitest';
import { timeText } from './time-text.ts';

const now = new Date(2026, 10, 25, 12, 4);
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  ['today', at(25, 9, 5), '09:05'],
  ['today, by a clock that has been set back since', at(25, 18, 0), '18:00'],
  ['yesterday', at(24, 23, 59), 'Tue 23:59'],
  ['six days ago', at(19, 13, 0), 'Thu 13:00'],
  ['a week ago', at(18, 12, 4), '18 Nov, 12:04'],
  ['tomorrow, by a clock that was wrong', at(26, 8, 30), '26 Nov, 08:30'],
])('a time of %s', (_, time, text) => {
  expect(timeText(time, now)).toBe(text);
});

test('a page that opens today needs nothing of `Intl`, which takes a phone long', async () => {
  vi.resetModules();
  vi.stubGlobal('Intl', {});
  const unneeded = vi.spyOn(Date.prototype, 'toLocaleDateString');
  const fresh = await import('./time-text.ts');
  expect(fresh.timeText(at(25, 9, 5), now)).toBe('09:05');
  expect(unneeded).not.toHaveBeenCalled();
});
