import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../tests/support/any-character.ts';
import type { JsonObject } from '../../core/event-log.ts';
import { decodeEvent, encodeRecord } from './record.ts';

test('stores each field at the index at which every release reads it', () => {
  const request = { key: 'key', fingerprint: 'hash' };
  const meta = { actor: 'mia', commandId: 'one', correlationId: 'two', at: 'now', schema: 3, request };
  const record = encodeRecord({ id: '', type: '', data: { text: 'x' }, meta });
  expect(record).toBe('[{"text":"x"},"mia","now",3,"one","two",0,"key","hash"]');
  expect(encodeRecord({ id: '', type: '', data: {}, meta: { ...meta, correlationId: 'one' } })).toContain('"one",0,0,');
});

test('decodes an event as a JSON round trip would return it', () => {
  const jsonObject = fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((data): JsonObject => JSON.parse(JSON.stringify(data)));
  const event = fc.record({
    id: fc.uuid(),
    type: fc.string(),
    data: jsonObject,
    meta: fc.record(
      {
        actor: fc.string({ unit: anyCharacter }),
        commandId: fc.constantFrom('one', 'two'),
        correlationId: fc.constantFrom('one', 'two'),
        at: fc.constant('2026-01-02T03:04:05.678Z'),
        schema: fc.nat(),
        request: fc.record({ key: fc.string(), fingerprint: fc.string() }),
      },
      { requiredKeys: ['actor', 'commandId', 'correlationId', 'at', 'schema'] },
    ),
  });
  fc.assert(
    fc.property(event, fc.nat(), fc.nat(), (given, position, revision) => {
      const decoded = decodeEvent(position, 'stream', revision, given.id, given.type, encodeRecord(given));
      expect(decoded).toEqual({ ...given, stream: 'stream', position: BigInt(position), revision: BigInt(revision) });
    }),
  );
});
