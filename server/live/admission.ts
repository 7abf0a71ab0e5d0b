import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '../core/network/loopback.ts';
import { addressOf, forwardedHost, type Trusts } from '../core/network/proxies.ts';
import { subscriberOf } from '../core/network/subscriber.ts';
import type { RawConnection } from './connection.ts';

export interface AdmissionLimits {
  /** Maximum concurrent connections. */
  readonly total: number;
  /**
   * Maximum concurrent connections from one address, or from a network that one subscriber owns. Does not apply to
   * loopback addresses: those are a proxy or a developer.
   */
  readonly perAddress: number;
  /** Maximum packets from a client in ten seconds before its connection is closed; it needs a few per hour. */
  readonly packets: number;
}

export const admissionLimits: AdmissionLimits = { total: 20_000, perAddress: 500, packets: 50 };

export type Admits = (headers: IncomingHttpHeaders) => boolean;

const windowMs = 10_000;

export interface Admission {
  /** The reason to refuse a handshake; undefined to accept it. */
  refusal(request: IncomingMessage): string | undefined;
  /** Counts a new connection until it closes, and its packets. */
  watch(connection: RawConnection): void;
  /** Refuses all further connections. */
  end(): void;
}

export interface AdmissionRules {
  readonly limits: AdmissionLimits;
  /** The server's own rule for requests; false refuses a handshake, whatever its origin. */
  readonly admits?: Admits | undefined;
  /** Undefined when the program starts before clients can connect. */
  readonly isStarted?: (() => boolean) | undefined;
  /** The reverse proxies whose forwarding headers are trusted. */
  readonly trusts?: Trusts | undefined;
}

/** Decides who may connect, signed in or not: pages of this site, within the limits. */
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
      const isLimited = !isLoopback(address);
      const subscriber = subscriberOf(address);
      total += 1;
      if (isLimited) count(subscriber, 1);
      connection.on('packet', countPacket);
      connection.once('close', () => {
        total -= 1;
        packets.delete(connection);
        if (isLimited) count(subscriber, -1);
      });
    },
    end() {
      ended = true;
      clearInterval(reset);
    },
  };
}

/**
 * Browsers send the page's origin with every WebSocket handshake and every cross-origin request. A request without one is
 * from a page of this site or not from a browser.
 */
function isSameOrigin(request: IncomingMessage, trusts: Trusts | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin)?.host;
  return page !== undefined && (page === host || page === forwardedHost(request, trusts));
}
