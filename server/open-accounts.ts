/** The accounts of the users, which become usable in the background. */
import type { Logger } from './core/logger.ts';
import type { Identity } from './identity/identity.ts';
import { openIdentity } from './identity/open-identity.ts';
import { printEmail, type Terminal } from './identity/print-email.ts';
import type { IdentitySettings } from './identity/settings.ts';
import type { Limits } from './limits/limits.ts';
import type { Stopping } from './process/stopping.ts';

export interface AccountsOptions {
  readonly stopping: Stopping;
  readonly limits: Limits;
  readonly logger: Logger;
  /** Shows the e-mails of the embedded emulator. */
  readonly stdout: Terminal;
  /** Called if the accounts can never be used. */
  readonly giveUp: (error: unknown) => Promise<void>;
}

export interface Accounts {
  readonly identity: Identity;
  /** Resolves when the accounts can be used; see `openIdentity`. */
  readonly ready: Promise<void>;
}

/** The slowest part. No other part needs it in order to start, so it is not waited for. */
export async function openAccounts(
  settings: IdentitySettings,
  { stopping, limits, logger, stdout, giveUp }: AccountsOptions,
): Promise<Accounts> {
  const log = {
    info: (message: string) => logger.info({}, message),
    warn: (message: string) => logger.warn({}, message),
  };
  const identity = await stopping.open('identity', () => openIdentity(settings, log, limits, printEmail(stdout)));
  const ready = identity.ready();
  ready.then(() => logger.info({}, 'Accounts can be used')).catch(giveUp);
  return { identity, ready };
}
