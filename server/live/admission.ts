import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '../network/loopback.ts';
import type { RawConnection } from './connection.ts';

export interface AdmissionLimits {
  /** Connections at a time, over all addresses. */
  readonly total: number;
  /** Connections at a time from one address. Not for this machine's own: that is a proxy, or whoever tries things out. */
  readonly perAddress: number;
  /** What a browser may send in ten seconds before it is cut off; it needs a handful of packets in an hour. */
  readonly packets: number;
}

export const admissionLimits: AdmissionLimits = { total: 20_000, perAddress: 500, packets: 50 };

export type Admits = (headers: IncomingHttpHeaders) => boolean;

const windowMs = 10_000;

export interface Admission {
  /** Undefined to let a handshake in, else why not. */
  refusal(request: IncomingMessage): string | undefined;
  /** Counts a new connection until it closes, and what it sends. */
  watch(connection: RawConnection): void;
  /** No more connections. */
  end(): void;
}

/**
 * Who may connect at all, signed in or not: our own pages, and only so many of them.
 * @param admits refuses what is nobody's of this site, whatever it says of its origin
 */
export function createAdmission(limits: AdmissionLimits, admits: Admits = () => true): Admission {
  const perAddress = new Map<string, number>();
  const packets = new Map<RawConnection, number>();
  const reset = setInterval(() => packets.clear(), windowMs).unref();
  let total = 0;
  let ended = false;

  function countPacket(this: RawConnection) {
    const count = (packets.get(this) ?? 0) + 1;
    packets.set(this, count);
    if (count > limits.packets) this.close(true);
  }

  const count = (address: string, change: 1 | -1) => {
    const now = (perAddress.get(address) ?? 0) + change;
    if (now > 0) perAddress.set(address, now);
    else perAddress.delete(address);
  };

  return {
    refusal(request) {
      if (ended) return 'The server is shutting down';
      if (!isSameOrigin(request) || !admits(request.headers)) return 'Connect from a page of this site';
      const address = addressOf(request);
      if (total >= limits.total || (perAddress.get(address) ?? 0) >= limits.perAddress) return 'Too many connections';
      return undefined;
    },
    watch(connection) {
      const address = addressOf(connection.request);
      const counted = !isLoopback(address);
      total += 1;
      if (counted) count(address, 1);
      connection.on('packet', countPacket);
      connection.once('close', () => {
        total -= 1;
        packets.delete(connection);
        if (counted) count(address, -1);
      });
    },
    end() {
      ended = true;
      clearInterval(reset);
    },
  };
}

/**
 * Browsers name the page's origin with every WebSocket handshake and every request to another origin; a request without
 * one is from our own page or from no browser. A proxy may have replaced `Host`, then it says what it was.
 */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true;
  const host = URL.parse(headers.origin)?.host;
  return host !== undefined && (host === headers.host || host === headers['x-forwarded-host']);
}

/** A peer on this machine is a reverse proxy if it says for whom it asks; the last address is the one that it saw. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const peer = socket.remoteAddress ?? '';
  if (!isLoopback(peer)) return peer;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  return forwarded.split(',').at(-1)?.trim() || peer;
}
