import { describe, expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { foldedModel } from '../../tests/support/folded-model.ts';
import { calendarLinksModel, calendarLinksProjection } from './calendar-links.ts';

const created = (id: string, uid: string, whose: string, secretHash = `hash-${id}`): GivenEvent => [
  `calendarLink-${id}`,
  'CalendarLinkCreated',
  { whose, secretHash },
  uid,
];
const links = [
  created('own', 'tom', 'tom'),
  created('home', 'tom', 'home'),
  created('flat', 'tom', 'flat'),
  created('other', 'mia', 'home'),
];
const inHome = (type: string, data: object = {}): GivenEvent => ['household-home', type, data, 'mia'];

/** The links that are valid, by both the link and its secret. */
async function validAfter(...events: GivenEvent[]): Promise<string[]> {
  const model = foldedModel(calendarLinksProjection, [...links, ...events]);
  const ids = ['own', 'home', 'flat', 'other'];
  const byId = await model.getMany(calendarLinksModel.links, ids);
  const byHash = await model.getMany(
    calendarLinksModel.hashes,
    ids.map((id) => `hash-${id}`),
  );
  expect(byHash.map((found) => found !== undefined)).toEqual(byId.map((found) => found !== undefined));
  return ids.filter((_, n) => byId[n] !== undefined);
}

describe('a link to the plan of a household', () => {
  test.each(['MemberLeft', 'MemberRemoved'])('ends with the membership of its user: %s', async (type) => {
    expect(await validAfter(inHome(type, { uid: 'tom' }))).toEqual(['own', 'flat', 'other']);
  });

  test('ends with the household', async () => {
    expect(await validAfter(inHome('HouseholdDissolved'))).toEqual(['own', 'flat']);
  });
});

test("a user's link to their own plan stays when a household with the same id ends", async () => {
  const ofNamesake = (type: string, data: object = {}): GivenEvent => ['household-tom', type, data, 'mia'];
  expect(await validAfter(ofNamesake('MemberRemoved', { uid: 'tom' }), ofNamesake('HouseholdDissolved'))).toEqual([
    ...['own', 'home', 'flat', 'other'],
  ]);
});

test('a link that is replaced or revoked leaves nothing', () => {
  const model = foldedModel(calendarLinksProjection, [
    created('own', 'tom', 'tom', 'first'),
    created('own', 'tom', 'tom', 'second'),
    ['calendarLink-own', 'CalendarLinkRevoked', {}, 'tom'],
  ]);
  expect(contentsOf(model)).toEqual({});
});
