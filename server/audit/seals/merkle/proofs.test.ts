import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyRoot, hashBytes, hashOfLeaf, hashOfNode } from './hashes.ts';
import { consistencyProof, inclusionProof, isConsistent, type Range, rootByInclusion } from './proofs.ts';
import { rangeRoot } from './range-root.ts';
import { partialTiles, type TileId, tilePath, tileWidth } from './tiles.ts';
import { MerkleTree } from './tree.ts';

/** The leaves and roots of the test suites of Certificate Transparency (transparency-dev/merkle, testonly). */
const vectors = {
  leaves: ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'],
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
} as const;

const leaves = (count: number): Buffer[] => Array.from({ length: count }, (_, n) => hashOfLeaf(`leaf ${n}`));

/** The definition in RFC 6962, section 2.1, as it is written there. */
function naiveRoot(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (first === undefined) return hash('sha256', '', 'buffer');
  if (hashes.length === 1) return first;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return hash(
    'sha256',
    Buffer.concat([Buffer.of(1), naiveRoot(hashes.slice(0, split)), naiveRoot(hashes.slice(split))]),
    'buffer',
  );
}

function grow(hashes: readonly Buffer[]) {
  const tiles = new Map<string, Buffer>();
  const tree = new MerkleTree((tile) => tiles.set(tilePath(tile, tileWidth), tile.hashes));
  for (const one of hashes) tree.add(one);
  for (const tile of tree.partials()) tiles.set(tilePath(tile, tile.hashes.length / hashBytes), tile.hashes);
  return { tree, tiles };
}

const largest = 3_000;
const all = leaves(largest);
const { tiles } = grow(all);

async function readTile(tile: TileId): Promise<Buffer> {
  const partial = partialTiles(largest).find(({ level, index }) => level === tile.level && index === tile.index);
  return tiles.get(tilePath(tile, partial?.width ?? tileWidth)) ?? Buffer.alloc(0);
}
const resolve = (ranges: readonly Range[]) => Promise.all(ranges.map((range) => rangeRoot(range, readTile)));

describe('roots', () => {
  test('are those of Certificate Transparency for 0 to 8 leaves', () => {
    const entries = vectors.leaves.map((hex) => hashOfLeaf(Buffer.from(hex, 'hex').toString('latin1')));
    for (const [size, root] of vectors.roots.entries()) {
      expect(grow(entries.slice(0, size)).tree.root().toString('hex')).toBe(root);
    }
    expect(emptyRoot.toString('hex')).toBe(vectors.roots[0]);
  });

  test('are those of the definition at every size around full tiles', () => {
    const tree = new MerkleTree();
    for (const [index, leaf] of all.entries()) {
      if (index % 256 < 3 || index % 256 > 253 || index % 97 === 0) {
        expect(tree.root()).toEqual(naiveRoot(all.slice(0, index)));
      }
      tree.add(leaf);
    }
  });

  test('continue from the right edge', () => {
    for (const size of [1, 255, 256, 257, 511, 700, 2_560]) {
      const { tree } = grow(all.slice(0, size));
      const partials = tree.partials().map(({ hashes }) => hashes);
      const continued = MerkleTree.from(size, partials);
      for (const leaf of all.slice(size)) continued.add(leaf);
      expect(continued.root()).toEqual(naiveRoot(all));
    }
  });
});

describe('tiles', () => {
  test('have the names of C2SP tlog-tiles', () => {
    expect(tilePath({ level: 0, index: 1_234_067 }, 256)).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 2, index: 0 }, 1)).toBe('tile/2/000.p/1');
    expect(partialTiles(70_000)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    expect(partialTiles(256)).toEqual([{ level: 1, index: 0, width: 1 }]);
  });

  test('have the roots of the tiles below them', () => {
    expect([...tiles.keys()].sort()).toEqual([
      ...Array.from({ length: 11 }, (_, n) => tilePath({ level: 0, index: n }, 256)),
      'tile/0/011.p/184',
      'tile/1/000.p/11',
    ]);
    for (let n = 0; n < 11; n++) {
      const root = tiles.get('tile/1/000.p/11')?.subarray(n * hashBytes, (n + 1) * hashBytes);
      expect(root).toEqual(naiveRoot(all.slice(n * 256, (n + 1) * 256)));
    }
  });
});

describe('proofs', () => {
  const sizes = fc.integer({ min: 1, max: largest });

  test('of inclusion hold for the leaf at its place and for nothing else', async () => {
    let longest = 0;
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async (size, seed) => {
        const index = seed % size;
        const proof = await resolve(inclusionProof(index, size));
        longest = Math.max(longest, proof.length);
        const root = naiveRoot(all.slice(0, size));
        const leaf = all[index] ?? emptyRoot;
        expect(rootByInclusion(leaf, index, size, proof)).toEqual(root);
        expect(rootByInclusion(hashOfLeaf('forged'), index, size, proof)).not.toEqual(root);
        expect(rootByInclusion(leaf, index + 1, size, proof)).not.toEqual(root);
        expect(rootByInclusion(leaf, index, size, [...proof, leaf])).toBeUndefined();
        if (proof.length > 0) expect(rootByInclusion(leaf, index, size, proof.slice(1))).not.toEqual(root);
      }),
      { numRuns: 60 },
    );
    expect(longest).toBeGreaterThan(8);
  });

  test('of consistency with a tree of the same size hold for the same tree only', () => {
    const old = { size: 5, root: naiveRoot(all.slice(0, 5)) };
    const rewritten = { size: 5, root: naiveRoot(all.slice(1, 6)) };
    expect([isConsistent(old, old, []), isConsistent(old, rewritten, [])]).toEqual([true, false]);
  });

  test('of consistency hold for the beginning of the log and for nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (one, other) => {
        const [oldSize, size] = [Math.min(one, other), Math.max(one, other)];
        const proof = await resolve(consistencyProof(oldSize, size));
        const old = { size: oldSize, root: naiveRoot(all.slice(0, oldSize)) };
        const head = { size, root: naiveRoot(all.slice(0, size)) };
        expect(isConsistent(old, head, proof)).toBe(true);
        const changed = [...all.slice(0, oldSize - 1), hashOfLeaf('forged')];
        expect(isConsistent({ ...old, root: naiveRoot(changed) }, head, proof)).toBe(false);
        expect(isConsistent(old, { ...head, root: hashOfNode(head.root, old.root) }, proof)).toBe(false);
        expect(isConsistent(old, head, [...proof, old.root])).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('from 1, 2 and 6 to 8 and 5 leaves are those of Certificate Transparency', () => {
    expect(consistencyProof(1, 8)).toEqual([
      { start: 1, end: 2 },
      { start: 2, end: 4 },
      { start: 4, end: 8 },
    ]);
    expect(consistencyProof(6, 8)).toEqual([
      { start: 4, end: 6 },
      { start: 6, end: 8 },
      { start: 0, end: 4 },
    ]);
    expect(consistencyProof(2, 5)).toEqual([
      { start: 2, end: 4 },
      { start: 4, end: 5 },
    ]);
    expect(consistencyProof(5, 5)).toEqual([]);
  });
});
