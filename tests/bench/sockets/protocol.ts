/** What the bench of the sockets and its child processes say to each other. Times are in ms, memory in bytes. */

/** How clients reach a server, and how a like is sent to it. */
export interface Target {
  readonly port: number;
  /** Socket.IO over the WebSocket, or nothing but the WebSocket. */
  readonly protocol: 'socket.io' | 'raw';
  readonly likePath: string;
  /** Of the one who likes, and of the other browser. */
  readonly token: string;
}

export type ServerCommand = { readonly do: 'measure memory' };

export type ServerReport =
  | { readonly is: 'listening'; readonly target: Target }
  /** What the process holds after garbage was collected. */
  | { readonly is: 'memory'; readonly heap: number; readonly rss: number };

export type ClientCommand =
  /** Open connections, of visitors all but one in the middle: the other browser, which is signed in. */
  | { readonly do: 'connect'; readonly target: Target; readonly count: number }
  /** Send likes one after the other, each when everybody has got the one before. */
  | { readonly do: 'like'; readonly target: Target; readonly times: number }
  | { readonly do: 'disconnect'; readonly target: Target };

export type ClientReport = { readonly is: 'done' } | { readonly is: 'arrived'; readonly arrivals: Arrivals };

/** Times from sending a like to its arrival. */
export interface Arrivals {
  /** One for each like and connection. */
  readonly everybody: readonly number[];
  /** One for each like. */
  readonly otherBrowser: readonly number[];
  /** How many messages did not arrive at all. */
  readonly missing: number;
}
