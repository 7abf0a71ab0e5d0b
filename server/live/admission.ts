import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '../core/network/loopback.ts';
import { addressOf, forwardedHost, type IsTrustedProxy } from '../core/network/proxies.ts';
import { subscriberOf } from '../core/network/subscriber.ts';
import { countPer10s } from '../core/network/web-socket-frames.ts';
import type { RawConnection } from './connection.ts';

export interface AdmissionLimits {
  /** Maximum concurrent connections. */
  readonly maxConnections: number;
  /**
   * Maximum concurrent connections from one address, or from a network that one subscriber owns. Does not apply to
   * loopback addresses: those are a proxy or a developer.
   */
  readonly maxPerAddress: number;
  /**
   * Maximum packets from a client, or frames of its WebSocket, in ten seconds before its connection is closed; it sends a
   * pong every 25 s.
   */
  readonly maxPacketsPer10s: number;
}

export const admissionLimits: AdmissionLimits = { maxConnections: 20_000, maxPerAddress: 500, maxPacketsPer10s: 50 };

export type IsRequestAllowed = (headers: IncomingHttpHeaders) => boolean;

export interface Admission {
  /** The reason to refuse a handshake; undefined to accept it. */
  refusal(request: IncomingMessage): string | undefined;
  /** Counts a new connection until it closes, and its packets by long polling. */
  watch(connection: RawConnection): void;
  /** Refuses all further connections. */
  end(): void;
}

export interface AdmissionRules {
  readonly limits: AdmissionLimits;
  /** The server's own rule for requests; false refuses a handshake, whatever its origin. */
  readonly isRequestAllowed?: IsRequestAllowed | undefined;
  /** Undefined when the program starts before clients can connect. */
  readonly isStarted?: (() => boolean) | undefined;
  /** The reverse proxies whose forwarding headers are trusted. */
  readonly isTrustedProxy?: IsTrustedProxy | undefined;
}

/** Decides who may connect, signed in or not: pages of this site, within the limits. */
export function createAdmission({
  limits,
  isRequestAllowed = () => true,
  isStarted = () => true,
  isTrustedProxy,
}: AdmissionRules): Admission {
  const perAddress = new Map<string, number>();
  let total = 0;
  let ended = false;

  const count = (subscriber: string, change: 1 | -1) => {
    const connections = (perAddress.get(subscriber) ?? 0) + change;
    if (connections > 0) perAddress.set(subscriber, connections);
    else perAddress.delete(subscriber);
  };

  return {
    refusal(request) {
      if (ended) return 'The server is shutting down';
      if (!isSameOrigin(request, isTrustedProxy) || !isRequestAllowed(request.headers))
        return 'Connect from a page of this site';
      if (!isStarted()) return 'Potluck is starting';
      const address = addressOf(request, isTrustedProxy);
      if (total >= limits.maxConnections || (perAddress.get(subscriberOf(address)) ?? 0) >= limits.maxPerAddress)
        return 'Too many connections';
      return undefined;
    },
    watch(connection) {
      const address = addressOf(connection.request, isTrustedProxy);
      const isLimited = !isLoopback(address);
      const subscriber = subscriberOf(address);
      total += 1;
      if (isLimited) count(subscriber, 1);
      // The frames of a WebSocket are counted by `webSocketEngine`.
      if (connection.transport.name === 'polling')
        connection.on(
          'packet',
          countPer10s(limits.maxPacketsPer10s, () => connection.close(true)),
        );
      connection.once('close', () => {
        total -= 1;
        if (isLimited) count(subscriber, -1);
      });
    },
    end() {
      ended = true;
    },
  };
}

/**
 * Browsers send the page's origin with every WebSocket handshake and every cross-origin request. A request without one
 * is from a page of this site or not from a browser.
 */
function isSameOrigin(request: IncomingMessage, isTrustedProxy: IsTrustedProxy | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin)?.host;
  return page !== undefined && (page === host || page === forwardedHost(request, isTrustedProxy));
}
