import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '../core/network/loopback.ts';
import { addressOf, forwardedHost, type Trusts } from '../core/network/proxies.ts';
import { subscriberOf } from '../core/network/subscriber.ts';
import type { RawConnection } from './connection.ts';

export interface AdmissionLimits {
  /** Connections at a time, over all addresses. */
  readonly total: number;
  /**
   * Connections at a time from one address, or network where one person has many. Not for this machine's own: that is a
   * proxy, or whoever tries things out.
   */
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

export interface AdmissionRules {
  readonly limits: AdmissionLimits;
  /** Refuses what is nobody's of this site, whatever it says of its origin. */
  readonly admits?: Admits | undefined;
  /** Undefined where it has started before anybody can connect. */
  readonly isStarted?: (() => boolean) | undefined;
  /** The reverse proxies that are believed for whom they ask. */
  readonly trusts?: Trusts | undefined;
}

/** Who may connect at all, signed in or not: our own pages, and only so many of them. */
export function createAdmission({
  limits,
  admits = () => true,
  isStarted = () => true,
  trusts,
}: AdmissionRules): Admission {
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

  const count = (subscriber: string, change: 1 | -1) => {
    const now = (perAddress.get(subscriber) ?? 0) + change;
    if (now > 0) perAddress.set(subscriber, now);
    else perAddress.delete(subscriber);
  };

  return {
    refusal(request) {
      if (ended) return 'The server is shutting down';
      if (!isSameOrigin(request, trusts) || !admits(request.headers)) return 'Connect from a page of this site';
      if (!isStarted()) return 'Potluck is starting';
      const address = addressOf(request, trusts);
      if (total >= limits.total || (perAddress.get(subscriberOf(address)) ?? 0) >= limits.perAddress)
        return 'Too many connections';
      return undefined;
    },
    watch(connection) {
      const address = addressOf(connection.request, trusts);
      const counted = !isLoopback(address);
      const subscriber = subscriberOf(address);
      total += 1;
      if (counted) count(subscriber, 1);
      connection.on('packet', countPacket);
      connection.once('close', () => {
        total -= 1;
        packets.delete(connection);
        if (counted) count(subscriber, -1);
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
 * one is from our own page or from no browser.
 */
function isSameOrigin(request: IncomingMessage, trusts: Trusts | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin)?.host;
  return page !== undefined && (page === host || page === forwardedHost(request, trusts));
}
