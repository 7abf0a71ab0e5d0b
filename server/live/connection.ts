import { IncomingMessage } from 'node:http';
import { Socket as TcpSocket } from 'node:net';
import type { Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../core/contracts/live.ts';
import type { Origin } from '../core/observer.ts';
import type { Addressed } from './rooms.ts';
import type { Verified } from './verify-token.ts';

/** Messages from one gateway to the others. */
export interface Delivery {
  /** Id of the sending gateway. */
  readonly from: string;
  /** Sequence number of the delivery at its gateway, from 1. A heartbeat repeats the last one. */
  readonly number: number;
  /** Empty for a heartbeat. */
  readonly addressed: readonly Addressed[];
  /** The gateway closes. Earlier releases do not say so. */
  readonly isLast?: boolean;
  /** What the messages are about. Absent from earlier releases. */
  readonly origin?: Origin;
}

interface GatewayToGateway {
  deliver: (delivery: Delivery) => void;
}

/** Empty for a visitor, who has no token. */
interface HandshakeData {
  token?: string;
  verified?: Verified;
}

export type LiveServer = Server<ClientToServer, ServerToClient, GatewayToGateway, HandshakeData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, GatewayToGateway, HandshakeData>;
/** Engine.IO's connection under a socket. */
export type RawConnection = LiveSocket['conn'];

/** Replaces a released handshake, for code that still reads it, such as another node that lists sockets. */
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
 * Frees the request that opened a socket, which takes more memory than the rest of the socket. Read its address and
 * token before.
 */
export function releaseHandshake(socket: LiveSocket): void {
  socket.conn.request = releasedRequest;
  Object.assign(socket, { handshake: releasedHandshake });
}

/**
 * The TCP socket under a connection, if a frame may be written to it now: the WebSocket is open and Engine.IO has no
 * buffered packets. Undefined for long polling and while a connection opens, upgrades or closes.
 */
export function readyTcpSocket(connection: RawConnection): TcpSocket | undefined {
  if (connection.readyState !== 'open' || waitingPackets(connection) > 0) return undefined;
  const webSocket = webSocketOf(connection.transport);
  return webSocket && 'readyState' in webSocket && webSocket.readyState === openState ? tcpOf(webSocket) : undefined;
}

const openState = 1;

/** Number of packets in Engine.IO's buffer, which grows while a polling client does not poll. */
export function waitingPackets(connection: object): number {
  return 'writeBuffer' in connection && Array.isArray(connection.writeBuffer) ? connection.writeBuffer.length : 0;
}

/** Ends a connection without a closing handshake; the client detects it and reconnects automatically. */
export function terminate(connection: RawConnection): void {
  const tcp = tcpSocketOf(connection);
  if (tcp) tcp.destroy();
  else connection.close(true);
}

/** The TCP socket of a WebSocket; undefined for long polling. */
export function tcpSocketOf({ transport }: RawConnection): TcpSocket | undefined {
  const webSocket = webSocketOf(transport);
  return webSocket && tcpOf(webSocket);
}

/** Engine.IO's WebSocket transport holds the `ws` object as `socket`, which holds the TCP socket as `_socket`. */
function webSocketOf(transport: object): object | undefined {
  if (!('socket' in transport) || typeof transport.socket !== 'object') return undefined;
  return transport.socket ?? undefined;
}

function tcpOf(webSocket: object): TcpSocket | undefined {
  return '_socket' in webSocket && webSocket._socket instanceof TcpSocket ? webSocket._socket : undefined;
}
