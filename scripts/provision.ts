/** Provides the programs that the tests start: installs them on Debian as root, elsewhere says what to install. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findProgram, type ProgramName } from '../tests/support/programs.ts';

const needed = ['redis-server', 'chromium', 'strace', 'curl'] as const satisfies readonly ProgramName[];
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
  const missing = needed.filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) return { ok: true, complete, message: `${needed.join(', ')} are installed` };
  if (!installable) return { ok: true, complete, message: `not installed: ${missing.join(', ')}. ${advice(missing)}` };
  const ok = install(missing);
  return { ok, complete, message: ok ? `installed ${missing.join(', ')}` : `could not install ${missing.join(', ')}` };
};

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

const install = (programs: readonly ProgramName[]): boolean => {
  const installed =
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...programs]) &&
    programs.every((program) => findProgram(program) !== undefined);
  // Debian starts a Redis service on installation. The tests start their own and do not need it.
  if (programs.includes('redis-server')) {
    run('service', ['redis-server', 'stop']);
    run('update-rc.d', ['redis-server', 'disable']);
  }
  return installed;
};

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * minuteMs,
  }).status === 0;
