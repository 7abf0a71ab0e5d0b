/**
 * A process that owns an emulator, for tests that kill it: `node emulator-parent.ts <accounts folder>`. Prints a line
 * with the emulator's process id and address, then its warnings. On SIGINT, which Ctrl-C sends to the process group, it
 * closes the emulator, and exits with 0 if the emulator was still responding.
 */
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('The argument with the accounts folder is missing');
const log = { info: () => undefined, warn: (message: string) => void process.stdout.write(`${message}\n`) };
const emulator = new EmulatorProcess({ projectId: 'demo-potluck', dir, log });
process.on('SIGINT', async () => {
  const base = await emulator.base(1_000);
  const response = await fetch(`${base}/`);
  await emulator.close();
  process.exit(response.ok ? 0 : 1);
});
const base = await emulator.base(20_000);
process.stdout.write(`${JSON.stringify({ pid: emulator.pid, base })}\n`);
