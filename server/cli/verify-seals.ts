import { presentSealFinding } from '../audit/presenters.ts';
import { checkSeals } from '../audit/seals/check/check-seals.ts';
import { sealFolder } from '../audit/seals/seal-folder.ts';
import type { CommandContext } from './command-context.ts';
import { type Column, countOf } from './output.ts';

const columns: readonly Column[] = [
  { key: 'kind', title: 'log', width: 10 },
  { key: 'message', title: 'how it differs from its seals, or is damaged', width: 100 },
];

/**
 * Compares the log with what was sealed, reads what is not sealed, and prints what differs or is damaged.
 * @returns a sentence if anything was found
 */
export async function verifySeals(context: CommandContext): Promise<string | undefined> {
  const { output, signal } = context;
  const { folder } = context.config().seals;
  const total = (await sealFolder(folder).checkpoints.last())?.size ?? 0;
  const log = await context.openLogForReading();
  const progress = context.showProgress({ verb: 'Checking', unit: 'sealed events', total });
  const onProgress = (leaves: number) => progress.update(leaves);
  const report = await checkSeals(log, folder, { onProgress, signal }).finally(() => progress.end());
  signal.throwIfAborted();
  const { findings, size, checkpoints, keys, isComplete } = report;
  await output.rows(columns, findings.map(presentSealFinding));
  if (output.isJson) {
    await output.value({ kind: 'seals', size, checkpoints, keys, isComplete, findings: findings.length });
  } else if (!isComplete) await output.text('The check has ended early: there are very many differences');
  else if (size === 0) await output.text(`Nothing is sealed in ${folder} yet`);
  else if (findings.length === 0) {
    await output.text(`The log is as it was sealed: ${countOf(size, 'event')}, ${countOf(checkpoints, 'checkpoint')}`);
  }
  for (const { key, fromSize } of keys.slice(1)) {
    await output.text(`Another key signs from the checkpoint of ${fromSize} events on: ${key}`);
  }
  if (findings.length === 0) return undefined;
  const count = countOf(findings.length, 'finding');
  return findings.every(({ kind }) => kind === 'unreadable')
    ? `The log is damaged (${count}): docs/operations.md says what to do`
    : `The log and its seals differ (${count}): docs/audit.md says what to do`;
}
