/** Observes V8's shape of Node's tick objects in a child process, with `tick-shape.ts` and without. */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** How often the shape is observed; each observation is followed by a garbage collection. */
const observations = 5;
const observe = `
  import { createHook } from 'node:async_hooks';
  import { setTimeout as sleep } from 'node:timers/promises';
  const tick = () => {
    let created;
    const init = (_id, type, _trigger, resource) => { if (type === 'TickObject') created = resource; };
    const hook = createHook({ trackPromises: false, init }).enable();
    process.nextTick(() => {});
    hook.disable();
    return created;
  };
  for (let n = 0; n < ${observations}; n++) {
    %DebugPrint(tick());
    await sleep(1);
    gc();
  }`;

/** The addresses of the tick objects' shape in V8, one for each observation. */
function shapes(program: string): (string | undefined)[] {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module', '--eval', program];
  const { stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 50_000 });
  return [...stdout.matchAll(/^ - map: (0x\w+) .*\[FastProperties\]/gm)].map(([, address]) => address);
}

test('the shape of tick objects survives garbage collection while one of them is retained', () => {
  const found = shapes(`import '${pathToFileURL(`${import.meta.dirname}/tick-shape.ts`)}'; ${observe}`);
  expect(found).toHaveLength(observations);
  expect(new Set(found).size).toBe(1);
});

test('Node itself does not retain the shape', () => {
  const found = shapes(observe);
  expect(found).toHaveLength(observations);
  const instruction =
    'This Node keeps the shape by itself: delete server/process/tick-shape.ts and its test, and correct docs/adr/0018';
  expect(new Set(found).size, instruction).toBeGreaterThan(1);
});
