import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError, api } from '../api-client.ts';
import type { SendWrite } from '../api-response.ts';
import { maxTogether, sendTogether } from '../send-together.ts';
import type { ChangeOptions, DocumentId } from './change-options.ts';
import { changeOf, documentKeys } from './document-keys.ts';
import type { PendingChange } from './pending-changes.ts';
import type { Outcome } from './send-changes.ts';
import type { Versioned } from './versioned.ts';

/**
 * The next request for waiting changes of a document: the first of them, or several that can be sent together. Resolves to the
 * outcomes of those that were sent.
 */
export const requestChanges =
  <Document extends Versioned, Change, Id extends DocumentId>({
    queryKey,
    send,
    isSentTogether = () => false,
  }: ChangeOptions<Document, Change, Id>) =>
  async (waiting: readonly PendingChange[]): Promise<readonly Outcome[]> => {
    const alone = waiting.findIndex((each) => !isSentTogether(changeOf(each)));
    const together = alone < 0 ? waiting.length : alone;
    const sent = waiting.slice(0, Math.max(1, Math.min(together, maxTogether())));
    const { idOf } = documentKeys<Id>(queryKey);
    const make = (pending: PendingChange, write: SendWrite) =>
      send(idOf(pending.document), changeOf<Change>(pending), write);
    const [first, ...others] = sent;
    if (!first) return [];
    if (others.length === 0) return outcomesOf(await Promise.allSettled([make(first, sendAlone(first))]));
    const keys = sent.map(({ key }) => key);
    return outcomesOf(await sendTogether(keys, first.by, (index, write) => make(sent[index] ?? first, write)));
  };

const sendAlone =
  ({ key: idempotencyKey, by: sender }: PendingChange): SendWrite =>
  (method, path, content) =>
    api.send(method, path, content, { idempotencyKey, sender });

const outcomesOf = (settled: readonly PromiseSettledResult<Revision | undefined>[]): Outcome[] =>
  settled.map((each) => {
    if (each.status === 'fulfilled') return { revision: each.value ?? null };
    return isRecorded(each.reason) ? { revision: null } : { error: each.reason };
  });

/**
 * The key is the change's own: an earlier release of the client has made another request of it, which was recorded. Without
 * a revision, the document is fetched.
 */
const isRecorded = (error: unknown): boolean => error instanceof ApiError && error.isKeyReused;
