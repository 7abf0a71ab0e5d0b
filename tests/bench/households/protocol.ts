/** Lines between the benchmark and the program `devices.ts`, as JSON. Times are in ms. */

/** A household's list, with the devices of one member that are connected to a server. */
export interface ListTarget {
  /** The id of the household. */
  readonly whose: string;
  readonly token: string;
  readonly itemIds: readonly string[];
}

/** Socket.IO over WebSocket, or the bare WebSocket of `relay-server.ts`. */
export type Protocol = 'socket.io' | 'raw';

export type DevicesCommand =
  | {
      readonly do: 'connect';
      readonly port: number;
      readonly protocol: Protocol;
      readonly lists: readonly ListTarget[];
    }
  /** Each list is changed about once a second by one of its devices. */
  | { readonly do: 'change'; readonly port: number; readonly forMs: number };

export interface Arrivals {
  /** From sending a change to its arrival at each other device. */
  readonly latencies: readonly number[];
  readonly missing: number;
}
