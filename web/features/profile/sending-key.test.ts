import { expect, test } from 'vitest';
import { createSendingKey } from './sending-key.ts';

test('the same form keeps its key until it is answered; another form gets another key', () => {
  const sending = createSendingKey();
  const first = sending.keyFor('Mia');
  expect(sending.keyFor('Mia')).toBe(first);
  expect(sending.keyFor('Maria')).not.toBe(first);
});

test('a form that was saved and is sent again later, as after a change elsewhere, is a new request', () => {
  const sending = createSendingKey();
  const first = sending.keyFor('Mia');
  sending.answered();
  expect(sending.keyFor('Mia')).not.toBe(first);
});
