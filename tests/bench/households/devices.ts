/**
 * The devices of many households, as sockets. One device of each changes its list about once a second, and the program
 * measures when the others receive the change. For each line with a `DevicesCommand`, it prints the result.
 */
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Arrivals, DevicesCommand, ListTarget, Protocol } from './protocol.ts';

const devicesPerList = 4;
const timeoutMs = 10_000;
const agent = new Agent({ keepAlive: true });

/** The change that is on its way. A list has one at a time. */
interface Change {
  readonly itemId: string;
  readonly arrivals: number[];
  allArrived(): void;
}

interface List extends ListTarget {
  change: Change | undefined;
  /** The number of changes so far: every second one reverts the one before. */
  made: number;
}

const listsByPort = new Map<number, List[]>();

async function connect(port: number, protocol: Protocol, targets: readonly ListTarget[]): Promise<void> {
  const lists = targets.map((target): List => ({ ...target, change: undefined, made: 0 }));
  listsByPort.set(port, lists);
  for (const list of lists) {
    await Promise.all(Array.from({ length: devicesPerList }, () => openDevice(port, protocol, list)));
  }
}

function openDevice(port: number, protocol: Protocol, list: List): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const path = protocol === 'raw' ? list.whose : 'socket.io/?EIO=4&transport=websocket';
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${path}`, { perMessageDeflate: false });
  socket.once('error', reject);
  if (protocol === 'raw') socket.once('open', resolve);
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: list.token })}`);
    else if (text === '2') socket.send('3');
    else if (text.startsWith('40')) resolve();
    else if (text.includes('list.changed')) arrive(list, text);
  });
  return promise;
}

function arrive({ change }: List, text: string) {
  if (!change || !text.includes(change.itemId)) return;
  change.arrivals.push(performance.now());
  if (change.arrivals.length === devicesPerList) change.allArrived();
}

async function changeLists(port: number, forMs: number): Promise<Arrivals> {
  const endsAt = performance.now() + forMs;
  const results = await Promise.all((listsByPort.get(port) ?? []).map((list) => changeList(port, list, endsAt)));
  return {
    latencies: results.flatMap(({ latencies }) => latencies),
    missing: results.reduce((sum, { missing }) => sum + missing, 0),
  };
}

async function changeList(port: number, list: List, endsAt: number): Promise<Arrivals> {
  const latencies: number[] = [];
  let missing = 0;
  for (;;) {
    await sleep(500 + Math.random() * 1_000);
    if (performance.now() > endsAt) return { latencies, missing };
    const itemId = list.itemIds[(list.made >> 1) % list.itemIds.length] ?? '';
    const checked = list.made++ % 2 === 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const change: Change = { itemId, arrivals: [], allArrived: resolve };
    list.change = change;
    const sentAt = performance.now();
    const responded = send(port, list, itemId, checked);
    const timeout = new AbortController();
    await Promise.race([promise, sleep(timeoutMs, undefined, { signal: timeout.signal, ref: false })]);
    timeout.abort();
    await responded;
    // An arrival does not say on which device it is, so the one that made the change is measured, too.
    latencies.push(...change.arrivals.map((at) => at - sentAt));
    missing += devicesPerList - change.arrivals.length;
  }
}

function send(port: number, { whose, token }: List, itemId: string, checked: boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const body = JSON.stringify({ checked });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    'idempotency-key': crypto.randomUUID(),
  };
  const path = `/api/grocery-list/${whose}/${itemId}`;
  request({ agent, port, host: '127.0.0.1', method: 'PATCH', path, headers }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`The change got status ${response.statusCode}`));
    response.resume().once('end', resolve);
  })
    .once('error', reject)
    .end(body);
  return promise;
}

async function run(command: DevicesCommand): Promise<Arrivals | null> {
  if (command.do === 'change') return changeLists(command.port, command.forMs);
  await connect(command.port, command.protocol, command.lists);
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
process.exit();
