import type { Command } from 'commander';
import { accessesTo } from '../audit/accesses-to.ts';
import type { CommandContext } from './command-context.ts';
import { openIndex } from './open-index.ts';
import type { Column } from './output.ts';
import { parseLimit } from './parse.ts';
import { uidOf } from './uid-of.ts';

const columns: readonly Column[] = [
  { key: 'at', title: 'At', width: 24 },
  { key: 'by', title: 'By', width: 28 },
  { key: 'what', title: 'What', width: 40 },
  { key: 'why', title: 'Why', width: 40 },
];

/** `potluck audit accesses`. @param audit the command `audit` */
export function addAccessesCommand(audit: Command, context: CommandContext): void {
  audit
    .command('accesses')
    .description('list which operators have read the private data of a user, and why, the newest first')
    .argument('<user>', 'the email of their account, or their user id')
    .option('--limit <number>', 'at most this many', parseLimit, 100)
    .action((who: string, { limit }: { limit: number }) => printAccesses(context, who, limit));
}

async function printAccesses(context: CommandContext, who: string, limit: number): Promise<void> {
  const { output } = context;
  const uid = await uidOf(context, who);
  const log = await context.openLogForReading();
  using index = await openIndex(context, log);
  const rows = async function* () {
    for await (const { by, ...access } of accessesTo(log, index, uid, limit)) {
      yield { ...access, by: output.isJson ? by : (by.name ?? by.uid) };
    }
  };
  const count = await output.rows(columns, rows());
  if (count === 0) await output.text('No operator has read private data of this user.');
}
