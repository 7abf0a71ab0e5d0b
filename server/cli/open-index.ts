import { AuditIndex } from '../audit/index/audit-index.ts';
import { followLog } from '../audit/index/follow-log.ts';
import type { ReadableLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';

/** The index up to the head of the log. A server keeps it there; without one, this command reads what is missing. */
export async function openIndex(context: CommandContext, log: ReadableLog): Promise<AuditIndex> {
  const index = new AuditIndex(context.config().auditIndex);
  const progress = context.showProgress({ verb: 'Indexed', unit: 'events' });
  let indexed = 0;
  await followLog(log, index, {
    signal: context.signal,
    atHead: async () => false,
    maxEvents: 5_000,
    onIndexed: (events) => {
      indexed += events;
      progress.update(indexed);
    },
  });
  progress.end();
  return index;
}
