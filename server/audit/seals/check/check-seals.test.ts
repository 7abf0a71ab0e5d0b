import { cp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSealedLog, type SealedLog, streams } from '../../../../tests/support/sealed-log.ts';
import type { SealReport } from './check-seals.ts';

/** Two full tiles and a part of the third. */
const count = 700;
/** Events after the last checkpoint. */
const unsealed = 40;

let log: SealedLog;
beforeAll(async () => {
  log = await makeSealedLog();
  log.append(count);
  await log.seal(300);
  log.append(unsealed);
  await cp(log.file, `${log.file}.intact`);
});
afterAll(() => log.remove());

/** What the check finds after a change to the log; the log is intact again afterwards. */
async function checkAfter(change: (db: DatabaseSync) => void): Promise<SealReport> {
  log.tamper(change);
  const report = await log.check();
  await Promise.all(['-wal', '-shm'].map((suffix) => rm(`${log.file}${suffix}`, { force: true })));
  await cp(`${log.file}.intact`, log.file);
  return report;
}

const random = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from + 1));

type Corruption = (db: DatabaseSync, position: number) => void;

/** SQL that finds this position as `?`. */
const update =
  (set: string): Corruption =>
  (db, position) =>
    void db.prepare(`UPDATE events SET ${set} WHERE position = ?`).run(position);

const shift = (db: DatabaseSync, from: number, by: number): void => {
  db.prepare('UPDATE events SET position = -position WHERE position >= ?').run(from);
  db.exec(`UPDATE events SET position = -position + ${by} WHERE position < 0`);
};

const copyOf = (db: DatabaseSync, position: number, to: number): void =>
  void db
    .prepare(
      `INSERT INTO events SELECT ?, 'forged-' || hex(randomblob(4)), 0, hex(randomblob(16)), type, record, NULL FROM events WHERE position = ?`,
    )
    .run(to, position);

/** Each names the event at the position, at least. */
const corruptions: Record<string, Corruption> = {
  'changed data': update(`record = replace(record, '"name":"Cr', '"name":"Br')`),
  'another number in the data': update(`record = json_set(record, '$[0].n', 999999)`),
  'another member in the data': update(`record = json_set(record, '$[0].note', 'forged')`),
  'another actor': update(`record = json_set(record, '$[1]', 'mallory')`),
  'another time': update(`record = json_set(record, '$[2]', '2026-06-01T12:00:00.000Z')`),
  'another schema': update(`record = json_set(record, '$[3]', 2)`),
  'another command': update(`record = json_set(record, '$[4]', 'forged')`),
  'another type': update(`type = 'GroceryItemRemoved'`),
  'another stream': update(`stream = 'forged-' || position`),
  'another revision': update('revision = revision + 1000000'),
  'another id': update('id = hex(randomblob(16))'),
  'a damaged record': update(`record = substr(record, 1, length(record) - 3)`),
  'a removed event': (db, position) => void db.prepare('DELETE FROM events WHERE position = ?').run(position),
  'a removed event with the gap closed': (db, position) => {
    db.prepare('DELETE FROM events WHERE position = ?').run(position);
    shift(db, position + 1, -1);
  },
  'an inserted event': (db, position) => {
    shift(db, position, 1);
    copyOf(db, position + 1, position);
  },
  'a replaced event': (db, position) => {
    copyOf(db, position, -1);
    db.prepare('DELETE FROM events WHERE position = ?').run(position);
    db.prepare('UPDATE events SET position = ? WHERE position = -1').run(position);
  },
  'two swapped events': (db, position) => {
    const other = position < count / 2 ? position + 300 : position - 1;
    db.prepare('UPDATE events SET position = -1 WHERE position = ?').run(position);
    db.prepare('UPDATE events SET position = ? WHERE position = ?').run(position, other);
    db.prepare('UPDATE events SET position = ? WHERE position = -1').run(other);
  },
};
const kinds = Object.keys(corruptions);

test('finds nothing in an untouched log with events after the last checkpoint', async () => {
  expect(await log.check()).toMatchObject({ size: count, checkpoints: 3, findings: [], isComplete: true });
});

test('finds and names 100 of 100 corruptions, one at a time', { timeout: 120_000 }, async () => {
  const places = [1, count, ...Array.from({ length: 98 }, () => random(1, count))];
  for (const [n, position] of places.entries()) {
    const kind = kinds[n % kinds.length] ?? '';
    const { findings } = await checkAfter((db) => corruptions[kind]?.(db, position));
    const named = findings.some((one) => 'position' in one && one.position === BigInt(position));
    expect(named, `${kind} at ${position}: ${findings.map(({ message }) => message).join('; ')}`).toBe(true);
    expect(findings.length, kind).toBeLessThanOrEqual(2);
    expect(findings.map((one) => one.kind)).not.toContain('tile');
  }
});

test('names each of 100 corruptions that are planted together, and nothing else', async () => {
  const positions = new Set<number>();
  while (positions.size < 100) positions.add(random(1, count));
  const inPlace = kinds.filter((kind) => !/gap|inserted|swapped/.test(kind));
  const { findings } = await checkAfter((db) => {
    for (const [n, position] of [...positions].entries())
      corruptions[inPlace[n % inPlace.length] ?? '']?.(db, position);
  });
  const named = findings.flatMap((one) => ('position' in one ? [Number(one.position)] : []));
  expect([...new Set(named)].sort()).toEqual([...positions].sort());
});

test('names what is damaged or missing after the last checkpoint', async () => {
  const { findings, isComplete } = await checkAfter((db) => {
    corruptions['a damaged record']?.(db, count + 10);
    db.exec(`DELETE FROM events WHERE position BETWEEN ${count + 20} AND ${count + 22}`);
  });
  expect(findings.map(({ message }) => message)).toEqual([
    'The event at position 710 is damaged and cannot be read',
    'The events at positions 720 to 722 are missing',
  ]);
  expect(isComplete).toBe(true);
});

test('names a removed event once if it was the last that was sealed', async () => {
  const { findings } = await checkAfter((db) => corruptions['a removed event']?.(db, count));
  expect(findings).toMatchObject([{ kind: 'removed', position: BigInt(count) }]);
});

describe('says what happened', () => {
  const at = 234;
  const stream = `groceryList-${(at - 1) % streams}`;
  const revision = BigInt(Math.floor((at - 1) / streams));
  const place = { leaf: at - 1, position: BigInt(at), revision };

  test.each([
    ['changed data', { kind: 'changed', stream, ...place }],
    ['another time', { kind: 'redated', stream, ...place }],
    ['a damaged record', { kind: 'unreadable', leaf: at - 1, position: BigInt(at) }],
    ['a removed event', { kind: 'removed', stream, ...place }],
    ['a removed event with the gap closed', { kind: 'removed', stream, ...place }],
    ['an inserted event', { kind: 'inserted', position: BigInt(at), revision: 0n }],
  ])('%s', async (kind, finding) => {
    const { findings } = await checkAfter((db) => corruptions[kind]?.(db, at));
    expect(findings).toEqual([expect.objectContaining(finding)]);
  });

  test('two swapped events', async () => {
    const { findings } = await checkAfter((db) => corruptions['two swapped events']?.(db, at));
    expect(findings.map(({ kind }) => kind)).toEqual(['reordered', 'reordered']);
    expect(findings).toContainEqual(expect.objectContaining({ leaf: at - 1, position: BigInt(at + 300) }));
  });

  test('the last sealed event swapped with the one before it', async () => {
    const { findings } = await checkAfter((db) => corruptions['two swapped events']?.(db, count));
    expect(findings).toEqual([
      expect.objectContaining({ kind: 'reordered', leaf: count - 2, position: BigInt(count) }),
    ]);
  });

  test('with the times before and after', async () => {
    const { findings } = await checkAfter((db) => corruptions['another time']?.(db, at));
    expect(findings[0]?.message).toBe(
      `The event at position 234 (${stream}, revision ${revision}, leaf 233) was re-dated after it was sealed: its time was 2026-01-01T00:03:53.000Z, and is 2026-06-01T12:00:00.000Z`,
    );
  });

  test('a log that was cut off', async () => {
    const { findings } = await checkAfter((db) => db.exec(`DELETE FROM events WHERE position > ${count - 3}`));
    expect(findings.map((one) => [one.kind, 'leaf' in one && one.leaf])).toEqual([
      ['removed', count - 3],
      ['removed', count - 2],
      ['removed', count - 1],
    ]);
  });
});

describe('damage to the seals themselves', () => {
  async function checkWith(file: string, at: number, length = 1): Promise<SealReport> {
    const path = join(log.seals, file);
    await cp(path, `${log.file}.kept`);
    {
      await using handle = await open(path, 'r+');
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
      await handle.write(
        buffer.map((byte) => byte ^ 1),
        0,
        length,
        at,
      );
    }
    const report = await log.check();
    await cp(`${log.file}.kept`, path);
    return report;
  }

  test.each([
    ['tile/0/000', 77],
    ['tile/0/001', 8_191],
    ['tile/0/002.p/188', 3],
    ['tile/1/000.p/2', 40],
  ])('accuses the tile %s, and no event', async (tile, at) => {
    expect((await checkWith(tile, at)).findings).toMatchObject([{ kind: 'tile', path: tile }]);
  });

  test('accuses a changed checkpoint, and no event', async () => {
    const { findings } = await checkWith('checkpoints', 30);
    expect(findings.map(({ kind }) => kind)).toContain('checkpoint');
    expect(findings.every(({ kind }) => kind === 'checkpoint')).toBe(true);
  });

  test('needs no index to find an event', async () => {
    const { findings } = await checkAfter((db) => {
      corruptions['changed data']?.(db, 50);
    });
    expect(findings).toMatchObject([{ kind: 'changed', position: 50n }]);
    await rm(join(log.seals, 'events.index'));
    const without = await checkAfter((db) => corruptions['changed data']?.(db, 50));
    expect(without.findings).toMatchObject([{ kind: 'changed', position: 50n, leaf: 49 }]);
  });
});
