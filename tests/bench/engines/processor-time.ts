import { readFileSync } from 'node:fs';

/** Of the kernel for user programs, on all of Linux's usual platforms: `sysconf(_SC_CLK_TCK)`. */
const ticksPerSecond = 100;

/** Processor time that a process has used, in ms; undefined where `/proc` does not tell. See proc_pid_stat(5). */
export function processorTimeMs(pid: number): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13);
    return ((Number(user) + Number(system)) * 1000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
