import { expect, test } from 'vitest';
import { frameOf } from './frames.ts';

/** Decodes an unmasked frame (RFC 6455, 5.2). */
function read(frame: Buffer) {
  const short = frame.readUInt8(1);
  const [start, length] =
    short === 126 ? [4, frame.readUInt16BE(2)] : short === 127 ? [10, Number(frame.readBigUInt64BE(2))] : [2, short];
  return { first: frame.readUInt8(0), length, text: frame.toString('utf8', start), bytes: frame.length - start };
}

test.each([
  ['of 7-bit length', 10],
  ['of 16-bit length', 200],
  ['of 64-bit length', 70_000],
])('encodes a message %s as one text frame', (_, size) => {
  const message = { kind: 'post.deleted', position: '7', postId: 'ü'.repeat(size / 2) } as const;
  const frame = read(frameOf(message));
  expect(frame).toEqual({
    first: 0x81,
    length: frame.bytes,
    bytes: frame.bytes,
    text: `42["live",${JSON.stringify(message)}]`,
  });
});
