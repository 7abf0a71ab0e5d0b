import type { IncomingMessage } from 'node:http';

/** The path of WebSocket connections for live updates. */
export const socketsPath = '/socket.io';

/**
 * Whether a request asks to upgrade to a WebSocket, the only supported protocol. Any other offer, such as `h2c`, is
 * ignored and the request answered over HTTP (RFC 9110, section 7.8).
 */
export const isWebSocketUpgrade = ({ headers: { upgrade }, url }: IncomingMessage): boolean =>
  upgrade?.trim().toLowerCase() === 'websocket' && url?.startsWith(`${socketsPath}/`) === true;
