/** Runs the whole server in this process: a process of its own takes two seconds of the processor to start. */
import { EventEmitter } from 'node:events';
import { runServer } from '../../server/run-server.ts';
import { until } from './until.ts';

export interface ServerInProcess {
  /** Its standard output so far. */
  stdout(): string;
  /** Its standard error so far, with its log. */
  stderr(): string;
  /** Waits for a match in its output and log. @throws if it ends, or `timeoutMs` pass, without a match */
  waitForOutput(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** The address that it prints when it is ready. */
  address(): Promise<string>;
  /** Resolves with its exit code when it has ended. */
  readonly exit: Promise<number>;
  /** Ends it as SIGTERM does. */
  stop(): Promise<number>;
}

/** As long as a process may take on a busy machine. */
const startTimeoutMs = 25_000;

/** @param args of the command line */
export function startInProcess(env: Readonly<Record<string, string>>, ...args: readonly string[]): ServerInProcess {
  const signals = new EventEmitter();
  let hasEnded = false;
  const exit = Promise.withResolvers<number>();
  const program = {
    on: (signal: string, listener: () => void) => signals.on(signal, listener),
    exit: (code: number) => {
      hasEnded = true;
      exit.resolve(code);
    },
  };
  let [stdout, stderr, output] = ['', '', ''];
  const toStdout = (text: string) => {
    stdout += text;
    output += text;
    return true;
  };
  const toStderr = (text: string) => {
    stderr += text;
    output += text;
    return true;
  };
  const surroundings = { env, stdout: { write: toStdout }, stderr: { write: toStderr }, logTo: { write: toStderr } };
  runServer(args, { ...surroundings, program }).catch(exit.reject);

  const waitForOutput = async (pattern: RegExp, timeoutMs: number) => {
    await until(() => hasEnded || pattern.test(output), timeoutMs).catch(() => undefined);
    const match = pattern.exec(output);
    if (match === null) throw new Error(`The server did not print ${pattern}, but:\n${output}`);
    return match;
  };
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    waitForOutput,
    address: async () => (await waitForOutput(/open (http:\/\/\S+)\n/, startTimeoutMs))[1] ?? '',
    exit: exit.promise,
    stop: () => {
      signals.emit('SIGTERM');
      return exit.promise;
    },
  };
}
