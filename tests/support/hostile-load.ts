/**
 * Six connections of one user that send what is costly, again and again. A child process: `port`, `user`, `kind`. At its
 * end it tells what it was answered, as JSON: statuses and how often.
 */
import { connect } from 'node:net';
import { hostileKinds, hostileRequest } from './hostile-requests.ts';

const connections = 6;
/** Less than a client elsewhere needs; without a pause, the load takes a core of the machine that it measures. */
const reconnectMs = 5;

const [port, user = '', named] = process.argv.slice(2);
const kind = hostileKinds.find((one) => one === named);
if (kind === undefined) throw new Error(`There is no ${named}`);
const request = hostileRequest(kind, user);

const answers: Record<string, number> = {};

function note(data: string): void {
  for (const [, status = ''] of data.matchAll(/^HTTP\/1[.]1 (\d+)/gm)) answers[status] = (answers[status] ?? 0) + 1;
}

/** Sends it again whenever an answer comes, and over a new connection where the server ends one. */
function attack(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  // It may be cut off by the server.
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (data) => {
    note(String(data));
    socket.write(request);
  });
  socket.on('close', () => setTimeout(attack, reconnectMs));
  socket.write(request);
}

process.stdout.write('under way\n', () => {
  // Only now: its first requests are part of what is measured.
  setTimeout(() => {
    for (let n = 0; n < connections; n++) attack();
  }, 100);
});
// The parent ends it by its standard input.
process.stdin.on('end', () => process.stdout.write(JSON.stringify(answers), () => process.exit())).resume();
