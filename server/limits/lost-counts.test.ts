import { describe, expect, it } from 'vitest';
import { attempts, grantsOf, limitedNodes, pass, perMinute, slowGrantsOf } from '../../tests/support/limited-nodes.ts';
import type { MemoryCounts } from '../../tests/support/memory-counts.ts';

const { nodes, shared, openNode, onNodes } = limitedNodes();

describe('while the shared counts are away', () => {
  it('each node grants its own limit, and no more', async () => {
    shared.counts.mode = 'failing';
    const nodes = onNodes(2, perMinute(60));
    for (const node of nodes) node.take('mia');
    await pass(100);
    for (const node of nodes) expect(grantsOf(node, 100)).toBe(59);
    await pass(5_000);
    for (const node of nodes) expect(grantsOf(node, 100)).toBe(5);
    expect(shared.failures).toBe(2);
  });

  it('a node waits no longer than a moment for the reply before it counts alone', async () => {
    shared.counts.mode = 'silent';
    const [node] = onNodes(1, attempts);
    expect(grantsOf(node, 20)).toBe(2);
    await pass(1);
    expect(grantsOf(node, 20)).toBe(0);
    await pass(250);
    expect(grantsOf(node, 20)).toBe(8);
    await pass(60_000);
    expect(shared.counts.calls).toBe(1);
  });

  it('what is used afterwards counts on all nodes again', async () => {
    shared.counts.mode = 'failing';
    const [first, second] = onNodes(2, attempts);
    expect(grantsOf(first, 1)).toBe(1);
    await pass(100);
    shared.counts.mode = 'answering';
    expect(await slowGrantsOf(first, 9)).toBe(9);
    second?.take('mia');
    await pass(100);
    expect(grantsOf(second, 20)).toBe(0);
  });

  it('a node that counts nothing notices that they answer again', async () => {
    shared.counts.mode = 'failing';
    const [node] = onNodes(1, attempts);
    node?.take('mia');
    await pass(10_000);
    expect([nodes()[0]?.isShared, shared.failures]).toEqual([false, 1]);
    shared.counts.mode = 'answering';
    await pass(1_200);
    expect(nodes()[0]?.isShared).toBe(true);
  });

  it('each failure after a success is reported', async () => {
    const [node] = onNodes(1, perMinute(600));
    const useWhile = async (mode: MemoryCounts['mode']) => {
      shared.counts.mode = mode;
      node?.take('mia');
      await pass(100);
      return nodes()[0]?.isShared;
    };
    expect(await useWhile('failing')).toBe(false);
    expect(await useWhile('failing')).toBe(false);
    expect(await useWhile('answering')).toBe(true);
    expect(await useWhile('failing')).toBe(false);
    expect(shared.failures).toBe(2);
  });

  it('a node keeps its own count of them when they were emptied', async () => {
    const [node] = onNodes(1, attempts);
    for (let n = 0; n < 10; n++) {
      node?.take('mia');
      await pass(100);
      shared.counts.clear();
    }
    expect(grantsOf(node, 20)).toBe(0);
  });

  it('the subjects that wait to be added are bounded', async () => {
    shared.counts.mode = 'silent';
    const limits = openNode();
    const [one, other] = ['a', 'b'].map((name) => limits.open(name, perMinute(600)));
    for (let n = 0; n < 6_000; n++) for (const limit of [one, other]) limit?.take(`user-${n}`);
    shared.counts.mode = 'answering';
    await pass(100);
    await pass(10_000);
    expect(shared.counts.calls).toBeLessThanOrEqual(10);
  });
});
