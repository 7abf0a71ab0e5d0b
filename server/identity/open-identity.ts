import type { Limits } from '../limits/limits.ts';
import { type EmulatorLog, type EmulatorOptions, EmulatorProcess } from './emulator/emulator-process.ts';
import { emulatedProject, emulatorIdentity, externalEmulator } from './emulator-identity.ts';
import { firebaseIdentity } from './firebase-identity.ts';
import type { Identity } from './identity.ts';
import type { IdentitySettings } from './settings.ts';

/**
 * Opens the configured identity service. Returns immediately; `ready()` resolves when tokens can be verified, and
 * rejects with one line for the operator when they never will be. The embedded emulator calls `onEmail` instead of sending
 * an email.
 */
export function openIdentity(
  settings: IdentitySettings,
  log: EmulatorLog,
  limits: Limits,
  onEmail?: EmulatorOptions['onEmail'],
): Identity {
  const warn = (message: string) => log.warn(message);
  switch (settings.kind) {
    case 'firebase':
      return firebaseIdentity(settings, warn, limits);
    case 'external-emulator':
      return emulatorIdentity(externalEmulator(settings.host), warn, limits);
    case 'emulator':
      return emulatorIdentity(
        new EmulatorProcess({ projectId: emulatedProject, dir: settings.dataDir, log, ...(onEmail && { onEmail }) }),
        warn,
        limits,
      );
  }
}
