/** Proofs are checked by golang.org/x/mod/sumdb, which knows nothing of Potluck. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Checkpoint } from '../../server/audit/seals/checkpoint.ts';
import { formatProof, type Proof } from '../../server/audit/seals/proof-file.ts';
import { proveConsistency, proveInclusion } from '../../server/audit/seals/prove.ts';
import { describeWith, type Requirement, requirement } from '../support/requirements.ts';
import { makeSealedLog, type SealedLog } from '../support/sealed-log.ts';

const source = resolve(import.meta.dirname, '../../docs/check-proof.go');
/** Where Debian's golang-golang-x-mod-dev is; elsewhere set GOPATH. */
const goPath = process.env.GOPATH ?? '/usr/share/gocode';

describeWith(goWithSumdb(), 'the proofs, checked in Go', (go) => {
  let log: SealedLog;
  let program: string;
  const checkpoints: Checkpoint[] = [];
  beforeAll(async () => {
    log = await makeSealedLog();
    for (const size of [1, 2, 256, 300, 1_500]) {
      log.append(size - (checkpoints.at(-1)?.size ?? 0));
      const checkpoint = await log.seal();
      if (checkpoint) checkpoints.push(checkpoint);
    }
    program = join(log.path, 'check-proof');
    runGo(go, ['build', '-o', program, source], join(log.path, 'go-cache'));
  }, 120_000);
  afterAll(() => log.remove());

  function check(proof: string, earlier?: Checkpoint): string {
    const file = (name: string, text: string) => {
      writeFileSync(join(log.path, name), text);
      return join(log.path, name);
    };
    const key = join(log.seals, 'public-keys');
    const args = [key, file('proof', proof), ...(earlier ? [file('earlier', earlier.text)] : [])];
    return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim();
  }
  const prove = (position: number): Promise<Proof> =>
    log.read((reader) => proveInclusion(log.folder, reader, BigInt(position)));

  it('hold for events', async () => {
    for (const position of [1, 2, 256, 257, 1_000, 1_500]) {
      expect(check(formatProof(await prove(position)))).toBe(`included: ${position - 1} of 1500`);
    }
  });

  it('hold for earlier checkpoints', async () => {
    for (const one of checkpoints) {
      expect(check(formatProof(await proveConsistency(log.folder, one)), one)).toBe(`consistent: ${one.size} of 1500`);
    }
  });

  it('of an event do not hold for an earlier checkpoint', async () => {
    expect(check(formatProof(await prove(1)), checkpoints[0])).toMatch(/^refuted: .*not consistency/);
  });

  it('do not hold for another event or another log', async () => {
    const proof = formatProof(await prove(7));
    expect(check(proof.replace('index 6\n', 'index 5\n'))).toBe('refuted: invalid transparency proof');
    expect(check(proof.replace('\n1500\n', '\n1501\n'))).toMatch(/^refuted: /);
  });
});

function goWithSumdb(): Requirement {
  const go = requirement('go');
  if (go.path === undefined || runGo(go.path, ['list', 'golang.org/x/mod/sumdb/tlog']) === 0) return go;
  const reason = 'golang.org/x/mod is not installed: install golang-golang-x-mod-dev, or set GOPATH';
  return { name: 'go', available: false, path: go.path, reason };
}

/** @returns the exit code */
function runGo(go: string, args: readonly string[], cache = ''): number | null {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, ...(cache !== '' && { GOCACHE: cache }) };
  return spawnSync(go, args, { env, stdio: 'ignore', timeout: 100_000 }).status;
}
