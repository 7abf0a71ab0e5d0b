/** What may happen to an installation. Each fault ends, and the installation must be as before. */
import type { Site } from './site.ts';

export interface Fault {
  readonly name: string;
  /** Also in the short form. */
  readonly short?: true;
  /** What it disturbs besides Potluck: impossible with a real EventStoreDB, or behind one with TLS. */
  readonly needs?: 'own EventStoreDB' | 'line to EventStoreDB';
  /** From the end of the fault, or for one process of several from its beginning. */
  readonly boundMs: number;
  /** The bound counts once for each process: all start again. */
  readonly isBoundPerProcess?: true;
  /** @returns ms until the installation, without the disturbed process if others do its work, was as before */
  readonly inflict: (site: Site, scale: Scale) => Promise<number>;
}

/** How long and how hard. */
export interface Scale {
  readonly freezeMs: number;
  readonly sockets: number;
  /** Of each connection to a store. */
  readonly cuts: number;
}

export const second = 1_000;
/** Of one process of several. */
export const takeOverMs = 5 * second;
/** Of a store that answers again. */
export const reconnectMs = 5 * second;
/** Of a process that starts together with all others: some 4 s of processor time, on cores that it shares with them. */
export const startMs = 8 * second;
/** Of sockets and of anything else that a fault waits for. */
export const waitMs = 60 * second;

export const now = () => performance.now();
