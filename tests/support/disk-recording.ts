/** Records a program's writes and syncs in a directory with strace, in the order of the system calls. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type DiskOperation =
  | { readonly kind: 'open' | 'makeDirectory' | 'remove'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly offset: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  /** A sync covers only the writes before its start. `thread` matches a start with its end. */
  | { readonly kind: 'syncStart' | 'syncEnd'; readonly path: string; readonly thread: string }
  /** A line that the program appended to its notes. */
  | { readonly kind: 'note'; readonly text: string };

const calls = 'openat,mkdir,unlink,pwrite64,write,ftruncate,fsync,fdatasync';
/** Other calls that change files. The recording fails if one of them occurs. */
const unsupportedCalls = 'rename,renameat,renameat2,unlinkat,mkdirat,fallocate,copy_file_range,pwritev,pwritev2,msync';

export interface RecordedProgram {
  readonly strace: string;
  readonly program: string;
  readonly argument: string;
  /** For the output of strace. */
  readonly directory: string;
  /** The directory to record, with its subdirectories. */
  readonly watched: string;
  readonly notes: string;
}

/** Runs a program to its end and returns its disk operations. */
export const recordDisk = (recorded: RecordedProgram): DiskOperation[] => {
  const output = join(recorded.directory, 'calls');
  const trace = `trace=${calls},${unsupportedCalls}`;
  const options = ['-f', '-y', '-xx', '-s', '100000', '--seccomp-bpf', '-e', trace, '-o', output];
  const result = spawnSync(recorded.strace, [...options, process.execPath, recorded.program, recorded.argument], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The compile cache writes to the disk, too.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    timeout: 60_000,
  });
  if (result.status !== 0) throw new Error(`The recorded program ended with ${result.status ?? result.signal}`);
  return parseRecording(readFileSync(output, 'latin1'), recorded.watched, recorded.notes);
};

/** Parses strace's lines, `thread call(arguments) = result`, and keeps the operations in `watched`. */
const parseRecording = (text: string, watched: string, notes: string): DiskOperation[] => {
  const operations: DiskOperation[] = [];
  const unfinished = new Map<string, string>();
  const add = (operation: DiskOperation | undefined): void => {
    if (operation === undefined) return;
    if (operation.kind === 'note') operations.push(operation);
    else if (`${operation.path}/`.startsWith(`${watched}/`)) operations.push(operation);
  };
  for (const line of text.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (/^(---|\+\+\+|$)/.test(call)) continue;
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call);
    if (resumed !== null) {
      const whole = `${unfinished.get(thread)}${resumed[1]}`;
      if (!isWrite(whole)) add(parseCall(whole, notes, thread));
    } else if (call.endsWith(unfinishedMark)) {
      const start = call.slice(0, -unfinishedMark.length);
      unfinished.set(thread, start);
      // A write may take effect from its start, and a sync covers only the writes before its start.
      if (isWrite(start)) add(parseCall(`${start}) = 0`, notes, thread));
      if (isSync(start)) add({ kind: 'syncStart', path: pathOf(start), thread });
    } else if (!call.includes(' = -1 ')) {
      if (isSync(call)) add({ kind: 'syncStart', path: pathOf(call), thread });
      add(parseCall(call, notes, thread));
    }
  }
  return operations;
};

const unfinishedMark = ' <unfinished ...>';
const isWrite = (call: string): boolean => /^p?write(64)?\(/.test(call);
const isSync = (call: string): boolean => /^f(data)?sync\(/.test(call);

const decodeHex = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');

/** The path of the file descriptor that is a call's first argument, as strace prints it: `fsync(29<path>)`. */
const pathOf = (call: string): string => decodeHex(/^\w+\(\d+<([^>]*)>/.exec(call)?.[1] ?? '').toString();

const parseCall = (call: string, notes: string, thread: string): DiskOperation | undefined => {
  const name = call.slice(0, call.indexOf('('));
  const quoted = /"([^"]*)"/.exec(call)?.[1] ?? '';
  switch (name) {
    case 'openat':
      return call.includes('O_CREAT') ? { kind: 'open', path: decodeHex(quoted).toString() } : undefined;
    case 'mkdir':
      return { kind: 'makeDirectory', path: decodeHex(quoted).toString() };
    case 'unlink':
      return { kind: 'remove', path: decodeHex(quoted).toString() };
    case 'write':
      return pathOf(call) === notes ? { kind: 'note', text: decodeHex(quoted).toString() } : undefined;
    case 'pwrite64': {
      const offset = Number(/, (\d+)\)/.exec(call.slice(call.lastIndexOf('"')))?.[1]);
      return { kind: 'write', path: pathOf(call), offset, data: decodeHex(quoted) };
    }
    case 'ftruncate':
      return { kind: 'truncate', path: pathOf(call), length: Number(/, (\d+)\)/.exec(call)?.[1]) };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'syncEnd', path: pathOf(call), thread };
    default:
      throw new Error(`${name} is not supported: add it to parseCall`);
  }
};
