import { expect, it } from 'vitest';
import { detailText, partTitle, reasonText } from './health-text.ts';

it('says in words what each part of the health says', () => {
  expect(detailText({ head: '20107' })).toBe('ends at 20\u202f107');
  expect(detailText({ connections: 1_284 })).toBe('1\u202f284 open');
  expect(detailText({ building: ['posts', 'recipes'] })).toBe('building posts, recipes');
  expect(detailText([{ state: 'live' }, { state: 'paused' }, { state: 'live' }])).toBe('2 live, 1 paused');
  const withSearch = [{ state: 'live' }, { name: 'recipe-index', state: 'catching-up' }];
  expect(detailText(withSearch)).toBe('1 live; recipe search catching up');
  expect(detailText(undefined)).toBe('ready');
});

it('names parts and reasons in words', () => {
  expect(partTitle('event log')).toBe('Event log');
  expect(partTitle('live updates')).toBe('Sockets');
  expect(reasonText('NO_ANSWER')).toBe('no answer');
});
