/** `potluck audit seal`, `checkpoint`, `prove` and `check-proof`, as an operator and a third party run them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command, CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSealedLog, type SealedLog } from '../../tests/support/sealed-log.ts';
import { loadConfig } from '../config/config.ts';
import { tryLock } from '../core/files/process-lock.ts';
import { openSqliteLogReader } from '../event-log/sqlite/open-sqlite-log-reader.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import { Output } from './output.ts';
import { showProgress } from './progress.ts';
import { addSealCommands } from './seal-commands.ts';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let log: SealedLog;
let key: string;
beforeAll(async () => {
  log = await makeSealedLog();
  log.append(300);
  key = join(log.seals, 'public-keys');
});
afterAll(() => log.remove());

const unused = () => Promise.reject(new Error('Not for these commands'));

async function potluck(...args: string[]): Promise<Outcome> {
  const stream = new PassThrough();
  const stdout = text(stream);
  let stderr = '';
  const program = new Command('potluck').option('--json').exitOverride();
  program.configureOutput({
    writeErr: (line) => {
      stderr += line;
    },
  });
  await using opened = new AsyncDisposableStack();
  addSealCommands(program.command('audit'), {
    output: new Output({ stream, json: () => program.opts().json === true }),
    config: () => loadConfig({ DATA_DIR: log.path, AUDIT_ORIGIN: 'potluck.example/log' }, []),
    openLogForReading: async () => opened.adopt(openSqliteLogReader(log.file), (reader) => reader.close()),
    isLogInUse: () => false,
    openLog: unused,
    makeLog: unused,
    openReadModels: unused,
    showProgress: (options) => showProgress(stream, options),
    warn: (line) => void stream.write(`${line}\n`),
    signal: new AbortController().signal,
  });
  const code = await program.parseAsync(args, { from: 'user' }).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof CommanderError) return exitCodes.usage;
      stderr += `${error instanceof Error ? error.message : String(error)}\n`;
      return error instanceof CommandFailed ? error.exitCode : exitCodes.usage;
    },
  );
  stream.end();
  return { code, stdout: await stdout, stderr };
}

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(log.path, name);
  await writeFile(path, content);
  return path;
}

const oneLine = /^[^\n]+\n$/;

describe('the commands of the seals', () => {
  it('have nothing to show before the first seal', async () => {
    for (const args of [['checkpoint'], ['prove', '1']]) {
      const { code, stderr } = await potluck('audit', ...args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^There is no checkpoint yet: [^\n]+\n$/)]);
    }
  });

  it('seal the log and print the checkpoint, again and again', async () => {
    const sealed = await potluck('audit', 'seal');
    expect(sealed).toMatchObject({ code: 0, stderr: '' });
    expect(sealed.stdout).toMatch(/^potluck\.example\/log\n300\n\S{44}\n\n— potluck\.example\/log \S+\n$/);
    expect((await potluck('audit', 'checkpoint')).stdout).toBe(sealed.stdout);
    const again = await potluck('--json', 'audit', 'seal');
    expect(JSON.parse(again.stdout)).toMatchObject({ size: 300, note: sealed.stdout });
  });

  it('prove an event to a third party with the public key alone', async () => {
    const { stdout: proof } = await potluck('audit', 'prove', '42');
    const file = await fileOf('event.tlog-proof', proof);
    const checked = await potluck('audit', 'check-proof', file, '--key', key);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('event 42 of the 300 sealed events') });
    expect(checked.stdout).toContain('"name": "Crème 41"');
    const asText = await potluck('--json', 'audit', 'check-proof', file, '--key', (await readFile(key, 'utf8')).trim());
    expect(JSON.parse(asText.stdout)).toMatchObject({ holds: true, leaf: 41, event: { stream: 'groceryList-6' } });
  });

  it('say why a file that npm has written into is no proof', async () => {
    const { stdout: proof } = await potluck('audit', 'prove', '42');
    const file = await fileOf('of-npm', `\n> potluck@0.1.0 potluck\n> node server/potluck.ts\n\n${proof}`);
    const checked = await potluck('audit', 'check-proof', file, '--key', key);
    expect([checked.code, checked.stderr]).toEqual([2, expect.stringContaining('npm run --silent potluck')]);
  });

  it('refute a forged proof and another key', async () => {
    const { stdout: proof } = await potluck('audit', 'prove', '42');
    const [, extra = ''] = /^extra (.+)$/m.exec(proof) ?? [];
    const forged = Buffer.from(extra, 'base64').toString().replace('Crème 41', 'Crème 14');
    const file = await fileOf('forged', proof.replace(extra, Buffer.from(forged).toString('base64')));
    expect(await potluck('audit', 'check-proof', file, '--key', key)).toMatchObject({
      code: 1,
      stderr: 'The event is not the one that was sealed\n',
    });
    const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const other = await potluck('audit', 'check-proof', await fileOf('proof', proof), '--key', peter);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('is not signed by this key')]);
  });

  it('do not take the proof of an event for one that the log still begins as an earlier checkpoint says', async () => {
    const earlier = await fileOf('earlier', (await potluck('audit', 'checkpoint')).stdout);
    const file = await fileOf('event', (await potluck('audit', 'prove', '42')).stdout);
    const checked = await potluck('audit', 'check-proof', file, '--key', key, '--since', earlier);
    expect([checked.code, checked.stdout]).toEqual([2, '']);
    expect(checked.stderr).toMatch(/ proves an event, and not that the log still begins as .* says: /);
  });

  it('prove that the log still begins as an earlier checkpoint says', async () => {
    const earlier = await fileOf('earlier', (await potluck('audit', 'checkpoint')).stdout);
    log.append(100);
    await potluck('audit', 'seal');
    const proof = await fileOf('consistency', (await potluck('audit', 'prove', '--since', earlier)).stdout);
    const checked = await potluck('audit', 'check-proof', proof, '--key', key, '--since', earlier);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('the first 300 events') });
    const forged = await fileOf(
      'other',
      (await readFile(proof, 'utf8')).replace(
        /^(old 300\n)(.)/,
        (_, size, first) => `${size}${first === 'A' ? 'B' : 'A'}`,
      ),
    );
    expect((await potluck('audit', 'check-proof', forged, '--key', key, '--since', earlier)).code).toBe(1);
    expect((await potluck('audit', 'check-proof', proof, '--key', key)).code).toBe(2);
  });

  it.each([
    [['prove'], 'Name the position'],
    [['prove', 'first'], 'A position is a whole number'],
    [['prove', '401'], 'No event at position 401 is sealed'],
    [['prove', '--since', 'nowhere'], 'nowhere cannot be read'],
    [['prove', '--since', import.meta.filename, '--in', import.meta.filename], "cannot be used with option '--in"],
    [['prove', '1', '--since', import.meta.filename], 'Name the position'],
    [['check-proof', import.meta.filename, '--key', 'x+00000000+AAAA'], 'is not a proof'],
    [['check-proof', import.meta.filename], "required option '--key <key>' not specified"],
  ])('refuse %j in one line', async (args, message) => {
    const { code, stdout, stderr } = await potluck('audit', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(message);
  });

  it('leave sealing to a running server', async () => {
    const lock = tryLock(log.folder.lockFile);
    const { code, stderr } = await potluck('audit', 'seal');
    lock?.release();
    expect([code, stderr]).toEqual([2, expect.stringContaining('A server seals this log')]);
  });

  it('report a log that was changed after it was sealed', async () => {
    log.tamper((db) => db.exec(`UPDATE events SET type = 'Forged' WHERE position = 400`));
    const proved = await potluck('audit', 'prove', '400');
    expect([proved.code, proved.stderr]).toEqual([1, expect.stringContaining('is not the one that was sealed')]);
    const sealed = await potluck('audit', 'seal');
    expect([sealed.code, sealed.stderr]).toEqual([1, expect.stringContaining('differs from what was sealed')]);
  });
});
