import { beforeEach, expect, test } from 'vitest';
import { openAs, stubBrowser } from '../../tests/support/signed-in-page.ts';

beforeEach(stubBrowser);

test('are those of the user who chose them, not of the next one', async () => {
  const { rememberMention, chosenMentions, savedSession } = await openAs('mia', () => import('./chosen-mentions.ts'));
  const hana = { uid: 'hana-1', name: 'Hana' };
  rememberMention(hana);
  expect(chosenMentions('@Hana, look')).toEqual([hana]);
  savedSession.set(null);
  expect(chosenMentions('@Hana, look')).toEqual([]);
});
