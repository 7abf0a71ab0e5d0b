/**
 * Six connections of one user that repeat a costly request. A child process with the arguments `port`, `user` and `kind`.
 * At its end it prints the number of responses for each status, as JSON.
 */
import { connect } from 'node:net';
import { hostileKinds, hostileRequest } from './hostile-requests.ts';

const connections = 6;
/** Less than a remote client needs. Without a pause, the load would occupy a core of the machine that it measures. */
const reconnectMs = 5;

const [port, user = '', kindName] = process.argv.slice(2);
const kind = hostileKinds.find((one) => one === kindName);
if (kind === undefined) throw new Error(`Unknown kind of request: ${kindName}`);
const request = hostileRequest(kind, user);

const counts: Record<string, number> = {};

function countStatuses(data: string): void {
  for (const [, status = ''] of data.matchAll(/^HTTP\/1[.]1 (\d+)/gm)) counts[status] = (counts[status] ?? 0) + 1;
}

/** Repeats the request after each response, and reconnects when the server closes the connection. */
function attack(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  // The server may reset the connection.
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (data) => {
    countStatuses(String(data));
    socket.write(request);
  });
  socket.on('close', () => setTimeout(attack, reconnectMs));
  socket.write(request);
}

process.stdout.write('started\n', () => {
  // Starts after the parent has begun to measure, so that the first requests are measured, too.
  setTimeout(() => {
    for (let n = 0; n < connections; n++) attack();
  }, 100);
});
// The parent ends this process by closing its standard input.
process.stdin.on('end', () => process.stdout.write(JSON.stringify(counts), () => process.exit())).resume();
