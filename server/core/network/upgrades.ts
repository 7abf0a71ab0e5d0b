import type { IncomingMessage } from 'node:http';

/** The path of WebSocket connections for live updates. */
export const socketsPath = '/socket.io';

type Upgrade = Pick<IncomingMessage, 'method' | 'headers' | 'url'>;

/**
 * Whether a request asks to upgrade to a WebSocket, the only supported protocol. Any other offer, such as `h2c`, is
 * ignored and the request answered over HTTP (RFC 9110, section 7.8).
 */
const isWebSocket = ({ headers: { upgrade } }: Upgrade): boolean => upgrade?.trim().toLowerCase() === 'websocket';

/** For live updates. */
export const isLiveUpgrade = (request: Upgrade): boolean =>
  isWebSocket(request) && request.url?.startsWith(`${socketsPath}/`) === true;

/**
 * For the WebSocket by which operators follow the log. Without a token, or by another method than GET (RFC 6455, section
 * 4.1), it is a request to an unknown address.
 */
export const isTailUpgrade = (request: Upgrade): boolean =>
  isWebSocket(request) &&
  request.method === 'GET' &&
  /^\/api\/audit\/tail\/?(?:\?|$)/.test(request.url ?? '') &&
  (request.headers.authorization ?? request.headers['sec-websocket-protocol']) !== undefined;
