/** Messages between the socket benchmark and its child processes. Times are in ms, memory in bytes. */

/** The address of a server, and how to send it a like. */
export interface Target {
  readonly port: number;
  /** Socket.IO over WebSocket, or a bare WebSocket. */
  readonly protocol: 'socket.io' | 'raw';
  readonly likePath: string;
  /** The token of the user who likes, and of the other browser. */
  readonly token: string;
}

export type ServerCommand = { readonly do: 'measure memory' };

export type ServerReport =
  | { readonly is: 'listening'; readonly target: Target }
  /** The process's memory after a garbage collection. */
  | { readonly is: 'memory'; readonly heap: number; readonly rss: number };

export type ClientCommand =
  /** Open connections of visitors, except for one in the middle: the other browser, which is signed in. */
  | { readonly do: 'connect'; readonly target: Target; readonly count: number }
  /** Send likes one by one, each when all browsers have received the previous one. */
  | { readonly do: 'like'; readonly target: Target; readonly times: number }
  | { readonly do: 'disconnect'; readonly target: Target };

export type ClientReport = { readonly is: 'done' } | { readonly is: 'arrived'; readonly arrivals: Arrivals };

/** Times from sending a like to its arrival. */
export interface Arrivals {
  /** One for each like and connection. */
  readonly allSockets: readonly number[];
  /** One for each like. */
  readonly otherBrowser: readonly number[];
  /** The number of messages that did not arrive. */
  readonly missing: number;
}
