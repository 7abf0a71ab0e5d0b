import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import type { TailFrame, tailProtocol, tailTokenPrefix } from '../../../../server/core/contracts/tail.ts';
import { currentToken } from '../../../lib/identity/session.ts';
import { createRetryPause } from '../../../lib/retry-pause.ts';
import { queryOf, type Search } from './filters.ts';

// Copies: the contract's module contains its schema, too.
const protocol: typeof tailProtocol = 'potluck.tail.v1';
const tokenPrefix: typeof tailTokenPrefix = 'potluck.bearer.';

export type TailStatus = 'connecting' | 'live' | 'ended';

export interface TailListener {
  onEvent(event: AuditedEvent): void;
  onStatus(status: TailStatus): void;
}

/**
 * Follows the log. After a lost connection, it resumes behind the last event that it has received; not when the role or the
 * session has ended, or when later events cannot match.
 * @param from the position behind which it begins; default: the end of the log
 * @returns ends it
 */
export function followTail(why: string, search: Search, from: string | undefined, listener: TailListener): () => void {
  const ended = new AbortController();
  const pause = createRetryPause();
  let after = from;

  const connect = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      listener.onStatus('connecting');
      const isFinal = await follow();
      if (isFinal || ended.signal.aborted) break;
      await pause.afterFailure(ended.signal);
    }
    if (!ended.signal.aborted) listener.onStatus('ended');
  };

  /** Resolves when the connection has ended: with true if another one would not help. */
  const follow = async (): Promise<boolean> => {
    // Without a connection, an expiring token cannot be renewed: the server refuses the old one.
    const token = await currentToken().catch(() => null);
    if (ended.signal.aborted) return true;
    const query = queryOf(why, search);
    if (after !== undefined) query.set('after', after);
    const socket = new WebSocket(addressOf(query), [protocol, `${tokenPrefix}${token}`]);
    const close = () => socket.close();
    ended.signal.addEventListener('abort', close);
    let isFinal = false;
    return new Promise((resolve) => {
      socket.onopen = () => listener.onStatus('live');
      socket.onmessage = ({ data }) => {
        const frame: TailFrame = JSON.parse(data);
        if (frame.kind !== 'end') pause.reset();
        if (frame.kind === 'event') {
          after = frame.event.position;
          listener.onEvent(frame.event);
        } else if (frame.kind === 'position') after = frame.position;
        else {
          after = frame.after ?? after;
          isFinal = frame.reason === 'not-allowed' || frame.reason === 'until';
        }
      };
      socket.onclose = () => {
        ended.signal.removeEventListener('abort', close);
        resolve(isFinal);
      };
    });
  };

  connect().catch(reportError);
  return () => ended.abort();
}

function addressOf(query: URLSearchParams): string {
  const address = new URL(`/api/audit/tail?${query}`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
