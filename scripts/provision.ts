/** Provides the programs that the tests start: installs them on Debian as root, elsewhere says what to install. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findProgram, type ProgramName } from '../tests/support/programs.ts';

const needed: readonly ProgramName[] = ['redis-server', 'chromium', 'strace', 'curl', 'openssl'];
/** Any Chromium will do, but the one without windows needs a quarter less of the processor. */
const debianPackages: readonly ProgramName[] = ['redis-server', 'chromium-headless-shell', 'strace', 'curl', 'openssl'];
const minuteMs = 60_000;

export interface Provisioned {
  /** False if an installation failed. */
  readonly ok: boolean;
  /** True where every program must be present: a suite that is skipped because one is missing is then a failure. */
  readonly complete: boolean;
  readonly message: string;
}

export const provision = (): Provisioned => {
  const installable = process.getuid?.() === 0 && isDebian();
  const complete = installable || Boolean(process.env.CI);
  const wanted = installable ? debianPackages : needed;
  const missing = missingOf(wanted);
  if (missing.length === 0) return { ok: true, complete, message: `${wanted.join(', ')} are installed` };
  if (!installable) return { ok: true, complete, message: `not installed: ${missing.join(', ')}. ${advice(missing)}` };
  install(missing);
  const failed = missingOf(missing);
  const message = failed.length > 0 ? `could not install ${failed.join(', ')}` : `installed ${missing.join(', ')}`;
  return { ok: missingOf(needed).length === 0, complete, message };
};

const missingOf = (programs: readonly ProgramName[]): readonly ProgramName[] =>
  programs.filter((program) => findProgram(program) === undefined);

const isDebian = (): boolean => process.platform === 'linux' && /^ID="?debian"?$/m.test(osRelease());

const osRelease = (): string => {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
};

const advice = (missing: readonly string[]): string => {
  if (process.platform === 'darwin') return 'Install them: brew install redis && brew install --cask chromium';
  const list = missing.join(' ');
  return isDebian()
    ? `Install them: sudo apt-get install -y ${list}`
    : `Install them with your package manager: ${list} (or set CHROME_PATH to a Chromium)`;
};

const install = (programs: readonly ProgramName[]): void => {
  if (run('apt-get', ['update', '-qq']))
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...programs]);
  // Debian starts a Redis service on installation. The tests start their own and do not need it.
  if (programs.includes('redis-server')) {
    run('service', ['redis-server', 'stop']);
    run('update-rc.d', ['redis-server', 'disable']);
  }
};

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * minuteMs,
  }).status === 0;
