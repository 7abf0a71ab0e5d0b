import type { IncomingMessage } from 'node:http';

/** Where browsers connect for live updates. */
export const socketsPath = '/socket.io';

/**
 * Whether a request asks for the one protocol that connections can change to here. Any other offer, such as `h2c`, is
 * ignored, and the request answered as it is (RFC 9110, section 7.8).
 */
export const asksForSocket = ({ headers: { upgrade }, url }: IncomingMessage): boolean =>
  upgrade?.trim().toLowerCase() === 'websocket' && url?.startsWith(`${socketsPath}/`) === true;
