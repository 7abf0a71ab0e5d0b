import { beforeEach, expect, test, vi } from 'vitest';
import { currentOffer, undoOffers } from '../undo-offers.ts';
import { offerBeforeSending, sendHeld } from './held-changes.ts';

const page = vi.hoisted(() => {
  const target = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('document', target);
  return target;
});

let done: string[] = [];

const hold = (key: string): void =>
  offerBeforeSending({
    key,
    message: `Deleted ${key}`,
    send: () => done.push(`sent ${key}`),
    undo: () => done.push(`undone ${key}`),
  });
/** As the bar does. */
function pressUndo(): void {
  const offer = currentOffer.get();
  if (offer) undoOffers.hide(offer.changeKey);
  offer?.onUndo();
}

beforeEach(async () => {
  vi.stubGlobal('document', page);
  page.hidden = false;
  undoOffers.end();
  await Promise.resolve();
  done = [];
});

test('sends a change when its offer ends, and not before', async () => {
  hold('post');
  await Promise.resolve();
  expect(done).toEqual([]);
  undoOffers.hide('post');
  await vi.waitFor(() => expect(done).toEqual(['sent post']));
});

test('never sends what was undone, and undoes nothing that was sent', async () => {
  hold('post');
  const offer = currentOffer.get();
  pressUndo();
  await Promise.resolve();
  sendHeld();
  expect(done).toEqual(['undone post']);
  offer?.onUndo();
  expect(done).toEqual(['undone post']);
});

test('sends a change when a later offer takes its place', async () => {
  hold('first');
  hold('second');
  await vi.waitFor(() => expect(done).toEqual(['sent first']));
  pressUndo();
  expect(done).toEqual(['sent first', 'undone second']);
});

test('sends all at once when the page is left, and offers nothing any more', () => {
  hold('post');
  sendHeld();
  expect(done).toEqual(['sent post']);
  expect(currentOffer.get()).toBeUndefined();
});

test.each(['pagehide', 'visibilitychange'])('sends all at once at %s, as the browser may discard the page', (type) => {
  hold('post');
  if (type === 'visibilitychange') {
    page.dispatchEvent(new Event(type)); // The page is shown.
    expect(done).toEqual([]);
    page.hidden = true;
  }
  page.dispatchEvent(new Event(type));
  expect(done).toEqual(['sent post']);
});
