/**
 * `npm run bench`: prints every figure with its bound and the reference that was measured in the same run.
 * `npm run bench -- --write` also writes them to docs/benchmarks.md; `npm run bench -- http` runs only that part.
 */
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCalls } from '../tests/bench/calls.ts';
import { measureFeeds } from '../tests/bench/feeds.ts';
import { type Figure, holds, short } from '../tests/bench/figure.ts';
import { measureHttp } from '../tests/bench/http.ts';
import { measurePages } from '../tests/bench/lighthouse.ts';
import { canPin, unpin } from '../tests/bench/pinned.ts';
import { measureReplay } from '../tests/bench/replay.ts';
import { measureSearch } from '../tests/bench/search.ts';
import { measureLive } from '../tests/bench/sockets.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  http: () => measureHttp(12),
  calls: () => measureCalls(),
  feeds: () => measureFeeds(),
  search: () => measureSearch(),
  pages: () => measurePages(),
  sockets: () => measureLive(),
  replay: () => measureReplay(),
};

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = wanted.filter((part) => !(part in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: name some of ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()} ${arch()}, Node ${process.version}`;
console.log(machine);
if (!canPin)
  console.log('Server and load cannot be kept apart here (no taskset or one core): take the figures as rough.');

const secondsSince = (start: number): string => `${Math.round((performance.now() - start) / 1000)} s`;
const started = performance.now();
const figures: Figure[] = [];
for (const part of wanted) {
  console.log(`\n${part}`);
  const begun = performance.now();
  // The previous part may have pinned this process to one core.
  unpin(process.pid);
  for (const figure of (await parts[part]?.()) ?? []) {
    figures.push(figure);
    console.log(`  ${holds(figure) ? 'ok  ' : 'MISS'}  ${line(figure)}`);
  }
  console.log(`  (${secondsSince(begun)})`);
}
console.log(`\n${secondsSince(started)} in all`);

if (values.write) writeFileSync(resolve(import.meta.dirname, '../docs/benchmarks.md'), page());
process.exit(figures.every(holds) ? 0 : 1);

function line({ name, value, unit, bound, detail }: Figure): string {
  const held = bound ? ` (at ${bound.at} ${bound.value})` : '';
  return `${name}: ${short(value)} ${unit}${held}${detail === undefined ? '' : `; ${detail}`}`;
}

function page(): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, bound, detail = '' } = figure;
    const held = bound ? `at ${bound.at} ${bound.value}: ${holds(figure) ? 'held' : '**missed**'}` : '';
    return `| ${name} | ${short(value)} ${unit} | ${held} | ${detail} |`;
  });
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write`. Ratios count: each is taken against a limit measured in the same run, in turns;',
    'the absolute figures are those of one machine on one day.',
    '',
    `- Day: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${machine}`,
    `- Server and load on cores of their own: ${canPin ? 'yes' : 'no'}`,
    '',
    '| figure | measured | bound | behind it |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
