import { IncomingMessage } from 'node:http';
import { Socket as TcpSocket } from 'node:net';
import type { Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../core/contracts/live.ts';
import type { Addressed } from './rooms.ts';
import type { Verdict } from './sign-in.ts';

/** Messages from one gateway to the others. */
export interface Delivery {
  /** Which gateway, and which of its deliveries, from 1. */
  readonly from: string;
  readonly number: number;
  readonly addressed: readonly Addressed[];
}

interface GatewayToGateway {
  deliver: (delivery: Delivery) => void;
}

interface OnItsWayIn {
  /** What the token of the handshake proves. */
  verdict?: Verdict;
}

export type LiveServer = Server<ClientToServer, ServerToClient, GatewayToGateway, OnItsWayIn>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, GatewayToGateway, OnItsWayIn>;
/** What Engine.IO keeps of a connection. */
export type RawConnection = LiveSocket['conn'];

/** What is left of a handshake; for whoever looks at one all the same, such as another node that lists sockets. */
const releasedHandshake: LiveSocket['handshake'] = {
  headers: {},
  time: '',
  address: '',
  xdomain: false,
  secure: false,
  issued: 0,
  url: '',
  query: {},
  auth: {},
};
const releasedRequest = new IncomingMessage(new TcpSocket());

/**
 * Frees the request that a socket was opened with, which takes more memory than all that the socket still needs. The
 * address and the token must have been taken from it before.
 */
export function releaseHandshake(socket: LiveSocket): void {
  socket.conn.request = releasedRequest;
  Object.assign(socket, { handshake: releasedHandshake });
}

/**
 * The TCP socket under a connection, if a frame may be written to it now: an open WebSocket, with nothing before the
 * frame that Engine.IO has not handed on. Undefined for long polling and while a connection opens, changes or closes.
 */
export function readyTcpSocket(connection: RawConnection): TcpSocket | undefined {
  if (connection.readyState !== 'open' || waitingPackets(connection) > 0) return undefined;
  const webSocket = webSocketOf(connection.transport);
  return webSocket && 'readyState' in webSocket && webSocket.readyState === openState ? tcpOf(webSocket) : undefined;
}

const openState = 1;

/** Packets that wait until the client takes them: a polling client that does not poll collects them. */
export function waitingPackets(connection: object): number {
  return 'writeBuffer' in connection && Array.isArray(connection.writeBuffer) ? connection.writeBuffer.length : 0;
}

/** Ends a connection without waiting for the client's consent; the client notices and comes back by itself. */
export function cutOff(connection: RawConnection): void {
  const tcp = tcpSocketOf(connection);
  if (tcp) tcp.destroy();
  else connection.close(true);
}

/** The TCP socket under a WebSocket; long polling has none of its own. */
export function tcpSocketOf({ transport }: RawConnection): TcpSocket | undefined {
  const webSocket = webSocketOf(transport);
  return webSocket && tcpOf(webSocket);
}

/** Engine.IO's WebSocket transport keeps the `ws` object as `socket`, and that the TCP socket as `_socket`. */
function webSocketOf(transport: object): object | undefined {
  if (!('socket' in transport) || typeof transport.socket !== 'object') return undefined;
  return transport.socket ?? undefined;
}

function tcpOf(webSocket: object): TcpSocket | undefined {
  return '_socket' in webSocket && webSocket._socket instanceof TcpSocket ? webSocket._socket : undefined;
}
