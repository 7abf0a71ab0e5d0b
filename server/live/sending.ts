import type { LiveMessage } from '../core/contracts/live.ts';
import type { Seat } from './audience.ts';
import { cutOff, readyTcpSocket, waitingPackets } from './connection.ts';
import { type Unseen, unseenOf } from './frames.ts';

/** What may wait for a client that takes it slower than we send, or not at all, before it is cut off. */
const mostWaitingBytes = 1024 * 1024;

/**
 * Writes the ready frames straight to the TCP socket, where that is as good: it takes half the time of the way through
 * Socket.IO and Engine.IO, and most of what is left is the kernel's. Long polling goes that way.
 */
export function sendUnseen(seat: Seat, { messages, frames }: Unseen): void {
  const { socket } = seat;
  const tcp = readyTcpSocket(socket.conn);
  if (tcp) {
    if (tcp.writableLength > mostWaitingBytes) cutOff(socket.conn);
    else tcp.write(frames);
    return;
  }
  if (waitingPackets(socket.conn) === 0) seat.waitingBytes = 0;
  if (seat.waitingBytes > mostWaitingBytes) cutOff(socket.conn);
  else for (const message of messages) socket.emit('live', message);
  seat.waitingBytes += frames.length;
}

/** The same to a few, at once. */
export function sendAll(seats: readonly Seat[], messages: readonly LiveMessage[]): void {
  if (seats.length === 0) return;
  const unseen = unseenOf(messages);
  for (const seat of seats) sendUnseen(seat, unseen);
}
