import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and its server, and hears what the client says. */
export interface Relay {
  readonly port: number;
  /** How many chunks from clients had this word in them. */
  heard(word: string): number;
  /** From now on chunks with this word in them do not reach the server. */
  swallow(word: string): void;
  /** Ends all connections, and takes new ones. */
  cut(): void;
  isUnused(): boolean;
  close(): Promise<void>;
}

/** @param serverPort on 127.0.0.1 */
export async function openRelay(serverPort: number): Promise<Relay> {
  const chunks: string[] = [];
  const clients = new Set<Socket>();
  let swallowed: string | undefined;
  const relay = createServer((client) => {
    clients.add(client);
    const server = connect(serverPort, '127.0.0.1');
    client.on('data', (data) => {
      const chunk = data.toString('latin1');
      chunks.push(chunk);
      if (swallowed === undefined || !chunk.includes(swallowed)) server.write(data);
    });
    server.pipe(client);
    client.on('error', () => {});
    server.on('error', () => client.destroy());
    client.on('close', () => {
      clients.delete(client);
      server.destroy();
    });
  });
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    heard: (word) => chunks.filter((chunk) => chunk.includes(word)).length,
    swallow: (word) => {
      swallowed = word;
    },
    cut,
    isUnused: () => clients.size === 0,
    close: async () => {
      const closed = once(relay.close(), 'close');
      cut();
      await closed;
    },
  };
}
