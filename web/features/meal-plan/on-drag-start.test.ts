import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onDragStart } from './on-drag-start.ts';

let page: EventTarget;
let onStart: ReturnType<typeof vi.fn<(down: PointerEvent) => void>>;

const pointer = (type: string, pointerType: string, x: number, y: number, pointerId = 1) =>
  Object.assign(new Event(type, { cancelable: true }), { pointerType, pointerId, clientX: x, clientY: y });
const press = (pointerType: string) =>
  onDragStart(pointer('pointerdown', pointerType, 100, 100) as PointerEvent, onStart);
const move = (pointerType: string, x: number, y: number, pointerId?: number) =>
  page.dispatchEvent(pointer('pointermove', pointerType, x, y, pointerId));
const starts = () => onStart.mock.calls.length;
/** Whether the menu of a link would open. */
const opensMenu = () => page.dispatchEvent(new Event('contextmenu', { cancelable: true }));

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  onStart = vi.fn();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a mouse', () => {
  test('drags once it has moved more than 6 px while its button is down', () => {
    press('mouse');
    vi.advanceTimersByTime(1_000);
    move('mouse', 106, 100);
    move('mouse', 150, 150, 2); // Another pointer.
    expect(starts()).toBe(0);
    move('mouse', 105, 105);
    move('mouse', 150, 150);
    expect(starts()).toBe(1);
  });

  test('clicks if it is released before', () => {
    press('mouse');
    page.dispatchEvent(new Event('pointerup'));
    move('mouse', 150, 150);
    expect(starts()).toBe(0);
  });

  test('opens the menu of a link, as by a click with Control on macOS', () => {
    press('mouse');
    expect(opensMenu()).toBe(true);
  });
});

describe('a finger', () => {
  test('drags after it has rested for 350 ms, moving 8 px at most', () => {
    press('touch');
    move('touch', 108, 100);
    vi.advanceTimersByTime(349);
    expect(starts()).toBe(0);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(1_000);
    expect(starts()).toBe(1);
  });

  test.each([
    ['scrolls if it moves further before', () => move('touch', 100, 109)],
    ['taps if it is lifted before', () => page.dispatchEvent(new Event('pointerup'))],
    ['is ignored once the browser scrolls', () => page.dispatchEvent(new Event('pointercancel'))],
  ])('%s', (_, end) => {
    press('touch');
    end();
    vi.advanceTimersByTime(1_000);
    expect(starts()).toBe(0);
  });

  test('opens no menu of a link while it rests', () => {
    press('touch');
    expect(opensMenu()).toBe(false);
    page.dispatchEvent(new Event('pointerup'));
    expect(opensMenu()).toBe(true);
  });
});
