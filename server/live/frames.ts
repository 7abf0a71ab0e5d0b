import type { LiveMessage } from '../core/contracts/live.ts';

/** Messages to send, also encoded as one buffer of WebSocket frames. */
export interface Pending {
  readonly messages: readonly LiveMessage[];
  readonly frames: Buffer;
}

export const pendingOf = (messages: readonly LiveMessage[]): Pending => ({
  messages,
  frames: Buffer.concat(messages.map(frameOf)),
});

const textFrame = 0x81;

/**
 * A message as every WebSocket client receives it: Engine.IO's `4` (message), Socket.IO's `2` (event), in one unmasked
 * text frame (RFC 6455, 5.2). Encoded once for all connections.
 */
export function frameOf(message: LiveMessage): Buffer {
  const packet = `42["live",${JSON.stringify(message)}]`;
  const length = Buffer.byteLength(packet);
  const header = headerOf(length);
  const frame = Buffer.allocUnsafe(header.length + length);
  header.copy(frame);
  frame.write(packet, header.length);
  return frame;
}

function headerOf(length: number): Buffer {
  if (length < 126) return Buffer.from([textFrame, length]);
  if (length < 65_536) {
    const header = Buffer.from([textFrame, 126, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.from([textFrame, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(length, 6);
  return header;
}
