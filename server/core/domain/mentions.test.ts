import { expect, test } from 'vitest';
import { mentionsOf } from './mentions.ts';

const [mia, sam] = [
  { uid: 'mia', name: 'Mia' },
  { uid: 'sam', name: 'Sam' },
];

test('records only people whom the text names: others would be notified of it', () => {
  expect(mentionsOf('Thanks, @Sam', [mia, sam])).toEqual({ mentions: [sam] });
  expect(mentionsOf('Thanks, Mia', [mia, sam])).toEqual({});
});
