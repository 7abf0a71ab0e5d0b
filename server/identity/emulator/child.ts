/**
 * The process of the embedded Firebase Auth emulator, started by `emulator-process.ts` alone. It lives exactly as
 * long as the channel to its parent: that closes however the parent ends, also by `kill -9`.
 */
import type { EmulatorMessage, EmulatorSettings } from './messages.ts';

// A signal to the whole process group (Ctrl-C, a closed terminal, a service manager) is the parent's to answer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
// What it writes holds passwords.
process.umask(0o077);

function tell(message: EmulatorMessage): void {
  if (process.connected) process.send?.(message);
}

process.once('message', async (settings: EmulatorSettings) => {
  try {
    // Loaded only now: it takes a while, and the lines above must not wait for it.
    const { serve } = await import('./server.ts');
    const port = await serve(settings, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      tell({ kind: 'failed', reason: `an account could not be saved, see the disk: ${reason}` });
      process.exit(1);
    });
    tell({ kind: 'listening', port });
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});
