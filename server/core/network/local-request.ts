import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

const localNames = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Browsers send the same few hosts, and parsing one costs as much as all other hooks of a request. */
const localByUrl = new LRUCache<string, boolean>({ max: 100 });

function isThisMachine(url: string): boolean {
  let isLocal = localByUrl.get(url);
  if (isLocal === undefined) {
    isLocal = localNames.test(URL.parse(url)?.hostname ?? '');
    if (url.length < 300) localByUrl.set(url, isLocal);
  }
  return isLocal;
}

/**
 * Whether a request's host is a name of this machine, and its origin, if any, a page of this machine. A server that only this
 * machine can reach serves no others: a page of another site could otherwise reach it through the visitor's browser, by a name
 * that resolves to this machine.
 */
export const isLocalRequest = ({ host, origin }: IncomingHttpHeaders): boolean =>
  isThisMachine(`http://${host}`) && (origin === undefined || isThisMachine(origin));
