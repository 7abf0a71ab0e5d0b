import { expect, test } from 'vitest';
import { sampleEvent } from '../../tests/support/log-copies.ts';
import type { RecordedEvent } from '../core/event-log.ts';
import { canonicalText } from './log-lines.ts';

const event: RecordedEvent = { ...sampleEvent({ marked: true }), stream: 'a', revision: 1n, position: 5n };
const { meta } = event;

test('an event is the same in two logs at any position', () => {
  expect(canonicalText({ ...event, position: 9n })).toBe(canonicalText(event));
});

test.each<[string, Partial<RecordedEvent>]>([
  ['stream', { stream: 'b' }],
  ['revision', { revision: 2n }],
  ['id', { id: 'another' }],
  ['type', { type: 'Another' }],
  ['data', { data: { marked: 1 } }],
  ['actor', { meta: { ...meta, actor: 'tom' } }],
  ['command', { meta: { ...meta, commandId: 'another' } }],
  ['correlation', { meta: { ...meta, correlationId: 'another' } }],
  ['time', { meta: { ...meta, at: '2026-11-25T12:00:00.001Z' } }],
  ['version of its data', { meta: { ...meta, schema: 3 } }],
  ['idempotency key', { meta: { ...meta, request: { key: 'another', fingerprint: 'print' } } }],
  ['fingerprint of its request', { meta: { ...meta, request: { key: 'key', fingerprint: 'another' } } }],
])('an event is another one with another %s', (_, change) => {
  expect(canonicalText({ ...event, ...change })).not.toBe(canonicalText(event));
});

test('an event is another one without its idempotency key', () => {
  const { request: _, ...unmarked } = meta;
  expect(canonicalText({ ...event, meta: unmarked })).not.toBe(canonicalText(event));
});
