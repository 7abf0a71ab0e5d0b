/**
 * The process of the embedded Firebase Auth emulator, started only by `emulator-process.ts`. It exits when the channel
 * to its parent closes, which also happens when the parent is killed.
 */
import type { EmulatorMessage, EmulatorSettings } from './messages.ts';

// The parent handles signals to the process group (Ctrl-C, a closed terminal, a service manager).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
// The files contain passwords.
process.umask(0o077);

function send(message: EmulatorMessage): void {
  if (process.connected) process.send?.(message);
}

process.once('message', async (settings: EmulatorSettings) => {
  try {
    // Loaded on demand: it takes long, and must not delay the handlers above.
    const { serve } = await import('./server.ts');
    const onSaveFailed = (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      send({ kind: 'failed', reason: `an account could not be saved; check the disk: ${reason}` });
      process.exit(1);
    };
    const port = await serve(settings, onSaveFailed, (email) => send({ kind: 'email', email }));
    send({ kind: 'listening', port });
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});
