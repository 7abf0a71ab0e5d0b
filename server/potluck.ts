/** `npm run potluck -- …`: the commands for operators. */
import { exitCodes } from './cli/exit.ts';
import { runCommand } from './run-command.ts';

// Other accounts on this machine must not access the data.
process.umask(0o077);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
const { env, stdout, stderr } = process;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output has enough, as in `npm run potluck -- audit events | head`.
  if (error.code === 'EPIPE') process.exit(0);
  stderr.write(`The output cannot be written: ${error.message}\n`, () => process.exit(exitCodes.usage));
});

process.exitCode = await runCommand(process.argv.slice(2), { env, stdout, stderr, signal: stopping.signal });
