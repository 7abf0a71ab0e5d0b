import { presentSealFinding } from '../audit/presenters.ts';
import { checkSeals } from '../audit/seals/check/check-seals.ts';
import { sealFolder } from '../audit/seals/seal-folder.ts';
import type { CommandContext } from './command-context.ts';
import { type Column, countOf } from './output.ts';

const columns: readonly Column[] = [
  { key: 'kind', title: 'log', width: 10 },
  { key: 'message', title: 'how it differs from its seals', width: 100 },
];

/** Compares the log with what was sealed, and prints what differs. @returns the number of findings */
export async function verifySeals(context: CommandContext): Promise<number> {
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
  return findings.length;
}
