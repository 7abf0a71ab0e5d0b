/** `npm start`: the server as a process. */
import './process/tick-shape.ts';
import { runServer } from './run-server.ts';

// Other accounts on this machine must not access the data.
process.umask(0o077);

const { env, stdout, stderr } = process;
await runServer(process.argv.slice(2), { env, stdout, stderr, program: process });
