/** Runs `npm run potluck -- …` in this process: a process of its own for each command takes a second. */
import { Writable } from 'node:stream';
import { runCommand } from '../../server/run-command.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines of standard output. */
  readonly out: readonly string[];
  /** Lines of standard error. */
  readonly err: readonly string[];
}

/** @param stopWhen ends the command as Ctrl-C does, as soon as its standard output or error matches */
export async function runInProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  stopWhen?: RegExp,
): Promise<CommandResult> {
  const stopping = new AbortController();
  const onText = (text: string) => {
    if (stopWhen?.test(text)) stopping.abort();
  };
  const [stdout, stderr] = [new Recorder(onText), new Recorder(onText)];
  const code = await runCommand(args, { env, stdout, stderr, signal: stopping.signal });
  return { code, stdout: stdout.text, stderr: stderr.text, out: stdout.lines(), err: stderr.lines() };
}

class Recorder extends Writable {
  text = '';
  readonly #onText: (text: string) => void;

  constructor(onText: (text: string) => void) {
    super();
    this.#onText = onText;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    this.#onText(this.text);
    done();
  }

  lines(): string[] {
    return this.text.split('\n').filter((line) => line.trim() !== '');
  }
}
