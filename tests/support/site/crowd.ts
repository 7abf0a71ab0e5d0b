import { WebSocket } from 'ws';

/** After a refused connection; as short as browsers have it at first. */
const retryMs = 1_000;

/** Browsers that are not signed in, with a minimal client of Socket.IO: they come back at once when they are cut off. */
export class Crowd {
  /** Of those that are connected now. */
  readonly #connected = new Set<WebSocket>();
  /** Those that have received an update since they connected. */
  readonly #updated = new Set<WebSocket>();
  readonly #addresses: () => readonly string[];
  readonly #all = new Set<WebSocket>();
  #isOver = false;

  /** @param addresses of the nodes, as they are now */
  constructor(count: number, addresses: () => readonly string[]) {
    this.#addresses = addresses;
    for (let n = 0; n < count; n++) this.#open(n);
  }

  get connected(): number {
    return this.#connected.size;
  }

  get updated(): number {
    return this.#updated.size;
  }

  /** None of them reads what it is sent any more. */
  stopReading(): void {
    for (const socket of this.#all) socket.pause();
  }

  close(): void {
    this.#isOver = true;
    for (const socket of this.#all) socket.terminate();
  }

  #open(n: number): void {
    if (this.#isOver) return;
    const addresses = this.#addresses();
    const address = addresses[n % addresses.length]?.replace('http', 'ws') ?? '';
    const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    this.#all.add(socket);
    socket.on('message', (data) => {
      const text = String(data);
      // Engine.IO's open and ping, Socket.IO's connect.
      if (text.startsWith('0')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) this.#connected.add(socket);
      else if (text.startsWith('42["live"')) this.#updated.add(socket);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const wasConnected = this.#connected.delete(socket);
      this.#all.delete(socket);
      this.#updated.delete(socket);
      setTimeout(() => this.#open(n + 1), wasConnected ? 0 : retryMs);
    });
  }
}
