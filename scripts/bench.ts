/**
 * `npm run bench`: prints every figure with its bound and the reference that was measured in the same run.
 * `npm run bench -- --write` also writes them to docs/benchmarks.md; `npm run bench -- http` runs only that part.
 */
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAudit } from '../tests/bench/audit.ts';
import { measureCalls } from '../tests/bench/calls.ts';
import { measureNodes } from '../tests/bench/engines/nodes.ts';
import { measureEngines } from '../tests/bench/engines.ts';
import { measureFeeds } from '../tests/bench/feeds.ts';
import { type Figure, holds, short } from '../tests/bench/figure.ts';
import { measureHouseholds } from '../tests/bench/households.ts';
import { measureHttp } from '../tests/bench/http.ts';
import { measurePages } from '../tests/bench/lighthouse.ts';
import { measureOffline } from '../tests/bench/offline.ts';
import { canPin, unpin } from '../tests/bench/pinned.ts';
import { measureReplay } from '../tests/bench/replay.ts';
import { measureSeals } from '../tests/bench/seals.ts';
import { measureSearch } from '../tests/bench/search.ts';
import { measureLive } from '../tests/bench/sockets.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  http: () => measureHttp(12),
  calls: () => measureCalls(),
  feeds: () => measureFeeds(),
  search: () => measureSearch(),
  pages: () => measurePages(),
  sockets: () => measureLive(),
  households: () => measureHouseholds(),
  offline: () => measureOffline(),
  replay: () => measureReplay(),
  engines: async () => [...(await measureEngines()), ...(await measureNodes())],
  seals: () => measureSeals(),
  audit: () => measureAudit(),
};

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = wanted.filter((part) => !(part in parts));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()} ${arch()}, Node ${process.version}`;
console.log(machine);
if (!canPin) console.log('Server and load share cores here (no taskset, or only one core): the figures are rough.');

const secondsSince = (startedAt: number): string => `${Math.round((performance.now() - startedAt) / 1000)} s`;
const startedAt = performance.now();
const figures: Figure[] = [];
for (const part of wanted) {
  console.log(`\n${part}`);
  const partStartedAt = performance.now();
  // The previous part may have pinned this process to one core.
  unpin(process.pid);
  for (const figure of (await parts[part]?.()) ?? []) {
    figures.push(figure);
    console.log(`  ${holds(figure) ? 'ok  ' : 'MISS'}  ${toLine(figure)}`);
  }
  console.log(`  (${secondsSince(partStartedAt)})`);
}
console.log(`\n${secondsSince(startedAt)} in total`);

if (values.write) writeFileSync(resolve(import.meta.dirname, '../docs/benchmarks.md'), toMarkdown());
process.exit(figures.every(holds) ? 0 : 1);

function toLine({ name, value, unit, bound, detail }: Figure): string {
  const limit = bound ? ` (at ${bound.at} ${bound.value})` : '';
  return `${name}: ${short(value)} ${unit}${limit}${detail === undefined ? '' : `; ${detail}`}`;
}

function toMarkdown(): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, bound, detail = '' } = figure;
    const result = bound ? `at ${bound.at} ${bound.value}: ${holds(figure) ? 'held' : '**missed**'}` : '';
    return `| ${name} | ${short(value)} ${unit} | ${result} | ${detail} |`;
  });
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write`. Compare the ratios: each limit is measured in the same run, alternately.',
    'The absolute figures are those of one machine on one day.',
    '',
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${machine}`,
    `- Server and load on separate cores: ${canPin ? 'yes' : 'no'}`,
    '',
    '| figure | measured | bound | details |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
