import type { Client } from './audience.ts';
import { readyTcpSocket, terminate, waitingPackets } from './connection.ts';
import type { Pending } from './frames.ts';

/** Terminate a client with more buffered bytes than this. */
const maxWaitingBytes = 1024 * 1024;

/**
 * Writes the encoded frames directly to the TCP socket where that is equivalent: it takes half the time of Socket.IO,
 * which long polling requires.
 */
export function sendPending(client: Client, { messages, frames }: Pending): void {
  const { socket } = client;
  const tcp = readyTcpSocket(socket.conn);
  if (tcp) {
    if (tcp.writableLength > maxWaitingBytes) terminate(socket.conn);
    else tcp.write(frames);
    return;
  }
  if (waitingPackets(socket.conn) === 0) client.waitingBytes = 0;
  if (client.waitingBytes > maxWaitingBytes) terminate(socket.conn);
  else for (const message of messages) socket.emit('live', message);
  client.waitingBytes += frames.length;
}
